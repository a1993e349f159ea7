"""WLD: a wild pitch, a passed ball or a foul. The batter stays at the plate (2.5)."""

from typing import Final

from rules_engine.baseball.bases import EMPTY
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import Play, advance, settled
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.ranges import Range, is_in_range
from rules_engine.systems.inside_pitch.situation import PlaySituation

FOUL, BLOCKED, WILD_PITCH, PASSED_BALL = "foul", "blocked", "wild_pitch", "passed_ball"
_RULES: Final = {WILD_PITCH: "IP2.5-b", PASSED_BALL: "IP2.5-c"}


def wild_pitch_event(game_input: GameInput, wp: Range, pb: Range, passed_ball: int, *, runners_on: bool) -> str:
    """IP2.5-a to IP2.5-d: Return the event for a WLD cell.

    It is a foul with the bases empty. Otherwise, a d20 decides with the WP and PB? ranges, and the
    catcher may block a passed ball.
    """
    if not runners_on:
        return FOUL
    roll = game_input.roll("wild", 20)
    if is_in_range(wp, roll):
        return WILD_PITCH
    if not is_in_range(pb, roll):
        return FOUL
    return BLOCKED if game_input.roll("passed_ball", 6) <= passed_ball else PASSED_BALL


def wild_pitch(game_input: GameInput, setup: GameSetup, situation: PlaySituation) -> Play | None:
    """IP2.5-b, IP2.5-c, IP2.5-e: Advance every runner one base, or return None if nothing happens."""
    matchup, occupied = situation.matchup, situation.occupied
    event = wild_pitch_event(
        game_input, matchup.wp, matchup.pb, situation.glove(2).passed_ball, runners_on=occupied != EMPTY
    )
    if event not in _RULES:
        return None
    batter, first, second, third = advance(occupied, 1)
    return settled(event, (batter, first, second, third), 0, _RULES[event])
