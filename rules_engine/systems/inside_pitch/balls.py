"""A batted ball without an error, resolved by the rule for its type."""

from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import Play
from rules_engine.systems.inside_pitch.air import flyout, lineout, popup
from rules_engine.systems.inside_pitch.cells import Cell
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.grounders import grounder
from rules_engine.systems.inside_pitch.hits import resolve_hit
from rules_engine.systems.inside_pitch.situation import PlaySituation


def play_ball(game_input: GameInput, setup: GameSetup, situation: PlaySituation, ball: Cell) -> Play:
    """IP3.3-b, IP3.4, IP4.2: Resolve G, P, F, L and the hits S, S+, D, T."""
    if ball.kind == "G":
        return grounder(game_input, setup, situation, ball)
    if ball.kind == "F":
        return flyout(game_input, setup, situation, ball)
    if ball.kind == "P":
        return popup(situation, ball)
    if ball.kind == "L":
        return lineout(game_input, setup, situation, ball)
    return resolve_hit(game_input, setup, situation, ball)
