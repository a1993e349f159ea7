"""Exact chances for a plate appearance, over every cell, every check and every throw."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, Final, TypeVar

from rules_engine.baseball.enumeration import exact_chances
from rules_engine.baseball.game_input import Chooser, GameInput, first_option
from rules_engine.baseball.plays import Play, Resolved
from rules_engine.systems.inside_pitch.at_bat import (
    PLAYS,
    RANGE,
    BattedBall,
    has_range_play,
    read_batted_ball,
    resolve_batted_ball,
    rolls_special_k,
    strikeout_play,
)
from rules_engine.systems.inside_pitch.cells import RARE
from rules_engine.systems.inside_pitch.errors import error_note
from rules_engine.systems.inside_pitch.game_setup import GameSetup
from rules_engine.systems.inside_pitch.matchup import Matchup
from rules_engine.systems.inside_pitch.pitcher_cells import BALLPARK_CARD, Reading, read_pitcher_cell
from rules_engine.systems.inside_pitch.range_plays import FOUL, resolve_range_play
from rules_engine.systems.inside_pitch.rare_plays import rare_play
from rules_engine.systems.inside_pitch.situation import PlaySituation
from rules_engine.systems.inside_pitch.stealing import steal
from rules_engine.systems.inside_pitch.wild_pitches import wild_pitch

Outcome = TypeVar("Outcome")
Chances = dict[Play | None, Fraction]  # None: the batter stays at bat
PendingBall = tuple[BattedBall, str]  # a ball and its pending check
CELLS: Final = 36


def plate_appearance_chances(setup: GameSetup, situation: PlaySituation, choose: Chooser) -> Mapping[Play, Fraction]:
    """IP1-a to IP1-d: Return the chance of each play. The chances add up to 1.

    Injuries are ignored. A foul restarts the plate appearance, so its chance is shared among the
    other plays. The only approximation is the result after MAX_ROLLS fouls in a row.
    """
    ends, balls = ChanceTotals[Play | None](), ChanceTotals[PendingBall]()
    for reading, weight in _reading_chances(setup, situation, choose).items():
        if not isinstance(reading, Reading):
            ends.add(reading, weight)
        elif reading.result:
            result = PLAYS[reading.result]
            ends.add_all(exact_chances(lambda game_input: result(game_input, setup, situation), choose), weight)  # noqa: B023
        else:
            _add_second_card(situation, reading, weight, balls)
    for (batted, pending), weight in _pending_balls(setup, situation, balls, ends).items():
        ends.add_all(_batted_ball_chances(setup, situation, batted, pending, choose), weight)
    foul = ends.pop(None, Fraction(0))
    return {play: chance / (1 - foul) for play, chance in ends.items() if play is not None}


class ChanceTotals(dict[Outcome, Fraction]):
    """Chances added up by outcome."""

    def add(self, outcome: Outcome, chance: Fraction) -> None:
        self[outcome] = self[outcome] + chance if outcome in self else chance

    def add_all(self, chances: Mapping[Any, Fraction], weight: Fraction) -> None:
        for outcome, chance in chances.items():
            self.add(outcome, weight * chance)


def _reading_chances(
    setup: GameSetup, situation: PlaySituation, choose: Chooser
) -> Mapping[Reading | Play | None, Fraction]:
    """Return the chances for the pitcher's card: a reading, or the play on a WLD."""
    cells, readings = situation.matchup.pitcher_cells, ChanceTotals[Reading | Play | None]()
    for code in dict.fromkeys(cells):
        chances_by_result: Mapping[Any, Fraction]
        if code == "WLD":
            chances_by_result = exact_chances(lambda game_input: wild_pitch(game_input, setup, situation), choose)
        else:
            chances_by_result = exact_chances(lambda game_input: _read(game_input, code, situation), choose)  # noqa: B023
        readings.add_all(chances_by_result, Fraction(cells.count(code), CELLS))
    return readings


def _read(game_input: GameInput, code: str, situation: PlaySituation) -> Reading | Play | None:
    return read_pitcher_cell(game_input, code, situation.matchup, tired=situation.tired)


def _add_second_card(
    situation: PlaySituation, reading: Reading, weight: Fraction, balls: ChanceTotals[PendingBall]
) -> None:
    """Add the second card's balls to `balls`, so that each is resolved once."""
    for batted, share in _card_chances(situation.matchup, at_park=reading.next == BALLPARK_CARD).items():
        balls.add((batted, "" if batted.cell == RARE else reading.pending), weight * share)


@lru_cache(maxsize=64)
def _card_chances(matchup: Matchup, *, at_park: bool) -> Mapping[BattedBall, Fraction]:
    """IP1-d: Return the second card's balls before fielding checks.

    A rare play counts as a separate ball.
    """
    cells, balls = matchup.park_cells if at_park else matchup.batter_cells, ChanceTotals[BattedBall]()
    for cell in dict.fromkeys(cells):
        weight = Fraction(cells.count(cell), CELLS)
        if cell == RARE:
            balls.add(BattedBall(RARE), weight)
        else:
            ball = partial(read_batted_ball, matchup=matchup, cell=cell, at_park=at_park)
            balls.add_all(exact_chances(ball), weight)
    return balls


def _pending_balls(
    setup: GameSetup, situation: PlaySituation, balls: ChanceTotals[PendingBall], ends: ChanceTotals[Play | None]
) -> ChanceTotals[PendingBall]:
    """IP2.19-a, IP5.0-a, IP6-a: Return the balls that aren't strikeouts, with their checks.

    Checks that can't lead to an error are dropped, and a range check leaves an ordinary ball.
    """
    in_play, struck_out = ChanceTotals[PendingBall](), strikeout_play(situation, "IP2.19-a")
    for (batted, pending), share in balls.items():
        weight = share
        if situation.matchup.special_k and batted.cell != RARE:
            chances_by_result = exact_chances(
                partial(rolls_special_k, matchup=situation.matchup, pending=pending, ball=batted.cell)
            )
            if struck := chances_by_result.get(True):
                ends.add(struck_out, weight * struck)
            weight *= chances_by_result.get(False, 0)
        if pending == RANGE and has_range_play(setup, situation, batted):
            _add_range_check(setup, situation, batted, weight, in_play, ends)
        elif pending == RANGE or (pending and error_note(setup.charts, situation, batted.cell, pending)):
            in_play.add((batted, pending), weight)
        else:
            in_play.add((batted, ""), weight)
    return in_play


def _add_range_check(
    setup: GameSetup,
    situation: PlaySituation,
    batted: BattedBall,
    weight: Fraction,
    in_play: ChanceTotals[PendingBall],
    ends: ChanceTotals[Play | None],
) -> None:
    for ball, share in exact_chances(
        lambda game_input: resolve_range_play(game_input, setup, situation, batted.cell)
    ).items():
        if ball == FOUL:
            ends.add(None, weight * share)
        else:
            in_play.add((BattedBall(ball), ""), weight * share)


def _batted_ball_chances(
    setup: GameSetup, situation: PlaySituation, batted: BattedBall, pending: str, choose: Chooser
) -> Chances:
    """IP1-d: Return the chances for a ball with its pending check."""
    if batted.cell == RARE:
        return exact_chances(lambda game_input: _play_or_foul(rare_play(game_input, setup, situation)), choose)
    return exact_chances(lambda game_input: resolve_batted_ball(game_input, setup, situation, batted, pending), choose)


def _play_or_foul(resolved: Resolved | None) -> Play | None:
    return resolved.play if resolved is not None else None


def steal_chances(setup: GameSetup, situation: PlaySituation, base: int) -> Mapping[Play, Fraction]:
    """IP11.1.2-a, IP11.1.2-b: Return the chances for a steal from this base."""
    return exact_chances(lambda game_input: steal(game_input, setup, situation, (base,)), first_option)


def without_state(situation: PlaySituation) -> PlaySituation:
    """Return the situation without its game, so that no injury is rolled."""
    return replace(situation, state=None)
