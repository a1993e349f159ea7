"""A swing: the batter roll, its outcome and the resulting play."""

from collections.abc import Callable
from typing import Final

from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.plays import OUT, Play, stay
from rules_engine.systems.pine_tar.ball.batter_roll import RollReading, read_roll
from rules_engine.systems.pine_tar.ball.destinations import as_destinations
from rules_engine.systems.pine_tar.ball.dice import BATTER, DEFENSE, GROUNDER, roll_tens_and_ones, roll_two_dice
from rules_engine.systems.pine_tar.ball.errors import error_check
from rules_engine.systems.pine_tar.ball.flies import fly_out
from rules_engine.systems.pine_tar.ball.grounders import ground_out, ground_table
from rules_engine.systems.pine_tar.ball.hits import INFIELD_ROLL, base_hit, hit_past_fielder
from rules_engine.systems.pine_tar.ball.walks import balk_or_wild_pitch, base_on_balls
from rules_engine.systems.pine_tar.cards.outcomes import HITS
from rules_engine.systems.pine_tar.charts.charts import INFIELD
from rules_engine.systems.pine_tar.running.hit_and_run import stealing_base
from rules_engine.systems.pine_tar.scorebook.play_situation import PlaySituation
from rules_engine.systems.pine_tar.scorebook.tracker import HIT_AND_RUN_STRIKEOUT

CHECKED_ROLLS: Final = (11, 22)  # PTPD1
POSITIVE, NEGATIVE = "Pos", "Neg"
_SLOW: Final = "S"
_SHORTSTOP: Final = "ss"


def swing(game_input: GameInput, situation: PlaySituation) -> Play:
    """PTM1, PTM2: Resolve one batter roll, with further rolls only if a rule requires them."""
    roll = roll_two_dice(game_input, situation.setup.edition.options, BATTER)
    return resolve_reading(game_input, situation, read_roll(situation, roll))


def resolve_reading(game_input: GameInput, situation: PlaySituation, reading: RollReading) -> Play:
    """PTM3: Return the play for an outcome."""
    return _RESOLVERS[reading.outcome.kind](game_input, situation, reading)


def _resolve_hit(game_input: GameInput, situation: PlaySituation, reading: RollReading) -> Play:
    """PTH2, PTH7, PTH8, PTPD1: Resolve infield hits, range checks and ordinary hits.

    Runners advance on an infield hit as on any single (PTA5).
    Without the option, 11 and 22 are ordinary doubled rolls.
    """
    kind, roll = reading.outcome.kind, reading.roll
    if roll == INFIELD_ROLL:
        if situation.batter.speed == _SLOW:
            return ground_out(game_input, situation, _SHORTSTOP, roll % 10)
        return base_hit(game_input, situation, "1B", INFIELD, roll, "PTH2")
    if roll in CHECKED_ROLLS and situation.setup.edition.options.defensive_rolls:
        return _check_range(game_input, situation, kind, roll)
    return base_hit(game_input, situation, kind, situation.setup.charts.hit_location[roll], roll)


def _check_range(game_input: GameInput, situation: PlaySituation, kind: str, roll: int) -> Play:
    """PTPD2, PTPD3, PTA20: Return an out by a fielder with positive range, otherwise the hit."""
    row = situation.setup.charts.positive_range.at(roll_two_dice(game_input, situation.setup.edition.options, DEFENSE))
    fielder = row.fielder[kind]
    if situation.fielder(fielder).fielding_range != POSITIVE:
        field = row.past[fielder]
        return base_hit(game_input, situation, "1B" if field == INFIELD else kind, field, roll, "PTPD3")
    if row.success == "FO":
        return fly_out(game_input, situation, fielder)
    if ground_table(situation.occupied, situation.outs) is None:
        return ground_out(game_input, situation, fielder, roll % 10)
    _, ones = roll_tens_and_ones(game_input, situation.setup.edition.options, GROUNDER)
    return ground_out(game_input, situation, fielder, ones)


def _resolve_home_run(game_input: GameInput, situation: PlaySituation, reading: RollReading) -> Play:
    return base_hit(game_input, situation, "HR", situation.setup.charts.hit_location[reading.roll], reading.roll)


def _resolve_ground_out(game_input: GameInput, situation: PlaySituation, reading: RollReading) -> Play:
    fielder = reading.outcome.fielder
    if gets_past_fielder(situation, reading):
        return hit_past_fielder(situation, INFIELD)
    return ground_out(game_input, situation, fielder, reading.roll % 10)


def _resolve_fly_out(game_input: GameInput, situation: PlaySituation, reading: RollReading) -> Play:
    fielder = reading.outcome.fielder
    return (
        hit_past_fielder(situation, fielder)
        if gets_past_fielder(situation, reading)
        else fly_out(game_input, situation, fielder)
    )


def gets_past_fielder(situation: PlaySituation, reading: RollReading) -> bool:
    """PTND1, PTA22: Return whether a groundout or flyout on 66 or 88 gets past negative range."""
    if reading.roll not in situation.setup.charts.negative_range.rolls:
        return False
    return (
        situation.setup.edition.options.defensive_rolls
        and situation.fielder(reading.outcome.fielder).fielding_range == NEGATIVE
    )


def _resolve_walk(game_input: GameInput, situation: PlaySituation, reading: RollReading) -> Play:
    return base_on_balls(situation)


def _resolve_strikeout(game_input: GameInput, situation: PlaySituation, reading: RollReading) -> Play:
    """PTM4, PTHR5: Hold the runners. On a hit-and-run, a steal attempt follows."""
    code = HIT_AND_RUN_STRIKEOUT if stealing_base(situation.going, situation.occupied) else ""
    return Play("strikeout", as_destinations(stay(situation.occupied, OUT)), "PTHR5" if code else "PTM4", code=code)


def _resolve_line_out(game_input: GameInput, situation: PlaySituation, reading: RollReading) -> Play:
    """PTM4: Retire the batter and hold the runners."""
    return Play("lineout", as_destinations(stay(situation.occupied, OUT)), "PTM4", fielder=reading.outcome.fielder)


def _resolve_error_check(game_input: GameInput, situation: PlaySituation, reading: RollReading) -> Play:
    return error_check(game_input, situation, reading.outcome.kind)


def _resolve_balk_or_wild_pitch(game_input: GameInput, situation: PlaySituation, reading: RollReading) -> Play:
    return balk_or_wild_pitch(game_input, situation)


_RESOLVERS: Final[dict[str, Callable[[GameInput, PlaySituation, RollReading], Play]]] = {
    **{kind: _resolve_home_run if kind == "HR" else _resolve_hit for kind in HITS},
    "BB": _resolve_walk,
    "SO": _resolve_strikeout,
    "GO": _resolve_ground_out,
    "FO": _resolve_fly_out,
    "LO": _resolve_line_out,
    "ROE/PO": _resolve_error_check,
    "ROE/LO": _resolve_error_check,
    "BK/WP": _resolve_balk_or_wild_pitch,
}
