"""Chances of every play after a manager's choice: swings and bunts by cell, the rest by roll."""

from dataclasses import replace
from fractions import Fraction

from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.events import Record
from rules_engine.baseball.game_input import Chooser, GameInputError
from rules_engine.baseball.option_odds import AnsweredInput, count_plays, with_forced_steal
from rules_engine.baseball.plays import Play
from rules_engine.baseball.system_types import PlayOdds
from rules_engine.systems.inside_pitch.bunts import (
    AFTER_FOUL,
    SWING_AWAY,
    read_pitch_on_bunt,
    resolve_bunted_ball,
)
from rules_engine.systems.inside_pitch.changes import InsidePitchGame
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.next_play import BUNTS, SWING, announced_play
from rules_engine.systems.inside_pitch.odds import CELLS, ChanceTotals, plate_appearance_chances, without_state
from rules_engine.systems.inside_pitch.situation import PlaySituation, situation_before_play
from rules_engine.systems.inside_pitch.strategy import HIT_AND_RUN

Odds = dict[Play, Fraction]


def option_odds(game: InsidePitchGame, record: Record, choose: Chooser) -> PlayOdds:
    """Return the chances of every play after these answers. A steal forced by a strikeout counts as part of it."""
    setup, state, tracker = game.setup, game.state, game.tracker
    situation = situation_before_play(setup, state, tired=tracker.tired(state))
    answers = AnsweredInput(record, choose)
    if setup.edition.strategy == "roll" or tracker.must_go:
        return count_plays(game, record, choose)
    try:
        play = announced_play(answers, setup, situation, tracker)
    except GameInputError:  # the strategy roll comes first
        return count_plays(game, record, choose)
    if play not in (SWING, HIT_AND_RUN, *BUNTS) or not answers.is_used_up:
        return count_plays(game, record, choose)
    situation = without_state(situation)
    if play in BUNTS:
        odds = _bunt_chances(setup, situation, play, choose)
    else:
        odds = _swing_chances(setup, situation, choose, hit_and_run=play == HIT_AND_RUN)
    return PlayOdds(with_forced_steal(game, odds, lambda tracker: bool(tracker.must_go)))


def _swing_chances(setup: GameSetup, situation: PlaySituation, choose: Chooser, *, hit_and_run: bool) -> Odds:
    """IP1-a, IP11.2: Return the chances for a plate appearance. A strikeout on a hit-and-run is marked."""
    situation.hit_and_run = hit_and_run
    odds = ChanceTotals[Play]()
    for play, chance in plate_appearance_chances(setup, situation, choose).items():
        is_marked = hit_and_run and play.kind == "strikeout" and not play.code
        odds.add(replace(play, rule="IP11.2", code=HIT_AND_RUN) if is_marked else play, chance)
    return odds


def _bunt_chances(setup: GameSetup, situation: PlaySituation, kind: str, choose: Chooser) -> Odds:
    """IP11.3-b, IP11.3-c: Return the chances for a bunt, which starts over after a foul or a harmless WLD.

    The result after MAX_ROLLS attempts in a row is left out.
    """
    odds, reroll, foul = ChanceTotals[Play](), Fraction(0), Fraction(0)
    bunted = exact_chances(lambda dice: resolve_bunted_ball(dice, setup, situation, kind), choose)
    cells = situation.matchup.pitcher_cells
    for code in dict.fromkeys(cells):
        weight = Fraction(cells.count(code), CELLS)
        for play, chance in _chances_of_pitch(setup, situation, code, kind, choose).items():
            if play is not None:
                odds.add(play, weight * chance)
            elif code == "WLD":
                reroll += weight * chance
            else:
                foul += weight * chance * bunted.get(None, Fraction(0))
                for ball, share in bunted.items():
                    if ball is not None:
                        odds.add(ball, weight * chance * share)
    if foul and choose("offence", "after_foul", AFTER_FOUL) == SWING_AWAY:
        odds.add_all(plate_appearance_chances(setup, situation, choose), foul)
    else:
        reroll += foul
    return {play: chance / (1 - reroll) for play, chance in odds.items()}


def _chances_of_pitch(
    setup: GameSetup, situation: PlaySituation, code: str, kind: str, choose: Chooser
) -> dict[Play | None, Fraction]:
    """Return the chances for a pitcher's cell on a bunt.

    None means that the ball is bunted or the pitch is rolled again.
    """
    if code not in setup.charts.bunt_cells:
        return {None: Fraction(1)}
    return exact_chances(lambda dice: read_pitch_on_bunt(dice, setup, situation, code, kind), choose)
