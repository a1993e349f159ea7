"""Rest between appearances, and the guide for resting batters (sections 10.2, 26, 27.5, 27.6)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules_engine.baseball.game_input import DiceRoller
from rules_engine.baseball.state import POSITIONS
from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.strat_o_matic.charts.chart_files import (
    ChartSource,
    ChartTable,
    cached_per_chart_set,
    read_chart,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import RestRules

LONGEST_START: Final = 12  # innings; longer starts use this entry
MOST_PLATE_APPEARANCES: Final = 999
HITTER: Final = "dh"
_FACES: Final = ("1", "2", "3", "4", "5", "6")

StarterChart = Mapping[bool, tuple[int, ...]]


@cached_per_chart_set
def load_starter_rest(chart: ChartSource = "starter_rest") -> StarterChart:
    """27.51: return the games of rest by roster asterisk and innings in the last start.

    Raise ChartError if the chart is invalid.
    """
    file = read_chart(chart)
    file.require_rows("asterisk", "no_asterisk")
    return {
        asterisk: file.numbers("asterisk" if asterisk else "no_asterisk", LONGEST_START, 0, 10)
        for asterisk in (True, False)
    }


def rest_after_start(rules: RestRules, *, asterisk: bool, outs: int | None = None) -> int:
    """10.2, 26.1, 27.51: return the games of rest after a start with this many outs, or after any start."""
    if rules.chart and outs is not None:
        innings = min(LONGEST_START, max(1, -(-outs // 3)))
        return load_starter_rest(rules.chart)[asterisk][innings - 1]
    return rules.games_after_start_with_asterisk if asterisk else rules.games_after_start


class RestFinding(Finding):
    """Reasons why a player is or isn't rested."""

    TOO_MANY_IN_A_ROW = "He has pitched {row} in a row and must rest one game."
    IN_A_ROW = "He has pitched {row} in a row."
    RESTED_SINCE_START = "He is rested."
    NOT_RESTED_SINCE_START = "He is not rested for a start."
    MAY_START_UNRESTED = "He may start after {rested} of rest."
    NEEDS_MORE_REST = "He has rested {rested} of the {needed} games he needs."
    COULD_NOT_RELIEVE = "He is not eligible to relieve today, so he may not start."
    HAS_RESTED = "He has rested {rested} games."
    NOT_TOLD_TO_REST = "He does not have to rest."
    MAY_COME_IN_LATER = "A resting player may enter during the game."
    LAST_AT_HIS_POSITION = "He is the only player left who is rated at his position."
    RESTS = "He rests and does not start."


def relief_ruling(rules: RestRules, appearances: Sequence[bool]) -> Ruling:
    """27.64, T27.64: check whether a pitcher may relieve today.

    `appearances` shows whether he pitched on each recent day, in order. In STAR, games count instead of days.
    """
    streak = 0
    for pitched in reversed(appearances):
        if not pitched:
            break
        streak += 1
    if rules.relief_in_a_row and streak >= rules.relief_in_a_row:
        return refuse(RestFinding.TOO_MANY_IN_A_ROW, "27.64", row=streak)
    return allow(RestFinding.IN_A_ROW, "27.64", row=streak)


class LastAppearance(NamedTuple):
    """A pitcher's last appearance: its role, his outs, and the games or days since then."""

    started: bool
    outs: int
    rested: int


def is_rested(rules: RestRules, last: LastAppearance | None, *, starts: bool, asterisk: bool = False) -> bool:
    """27.51, 27.52, 27.61: return whether a pitcher is rested for this role.

    He is if he hasn't pitched yet.
    """
    if last is None:
        return True
    if last.started:
        return last.rested >= rest_after_start(rules, asterisk=asterisk, outs=last.outs)
    return not starts or last.rested >= rules.before_start_after_relief


def start_ruling(
    rules: RestRules, last: LastAppearance | None, *, asterisk: bool = False, may_relieve: bool = True
) -> Ruling:
    """10.2, 26.1, 27.51, 27.52, T27.52: check whether a pitcher may start.

    `may_relieve` is whether he could relieve today. After a relief appearance, 27.52 lets him start without rest, but
    he is tired from the first batter on. T27.52 doesn't let him start.
    """
    if last is None or last.started:
        if is_rested(rules, last, starts=True, asterisk=asterisk):
            return allow(RestFinding.RESTED_SINCE_START, "10.2")
        return refuse(RestFinding.NOT_RESTED_SINCE_START, "27.51" if rules.chart else "10.2")
    if rules.unrested_may_start:
        return allow(RestFinding.MAY_START_UNRESTED, "27.52", rested=last.rested)
    if last.rested < rules.before_start_after_relief:
        needed = rules.before_start_after_relief
        return refuse(RestFinding.NEEDS_MORE_REST, "T27.52", rested=last.rested, needed=needed)
    if not may_relieve:
        return refuse(RestFinding.COULD_NOT_RELIEVE, "T27.52")
    return allow(RestFinding.HAS_RESTED, "T27.52", rested=last.rested)


@dataclass(frozen=True, slots=True)
class RestGuide:
    """26.2: the lineup slots to check by d6, and the highest d20 roll on which a batter rests.

    The d20 limits depend on at-bats plus walks. Senior Seminar checks positions instead of slots. Its "dh" is the
    batter who hits for the pitcher.
    """

    slots: tuple[tuple[int | str, ...], ...]
    limits: tuple[tuple[int, int], ...]  # (minimum of at-bats + walks, rests on 1..n), in descending order


@cached_per_chart_set
def load_rest_guide(chart: ChartSource = "solitaire_rest") -> RestGuide:
    """26.2B-C: return the guide for resting batters. Raise ChartError if the chart is invalid."""
    file = read_chart(chart)
    by_position = "positions" in file.rows
    file.require_rows("positions" if by_position else "slots", "rests")
    slots = _position_rows(file.table("positions")) if by_position else _slot_rows(file.table("slots"))
    rests = file.table("rests")
    limits = sorted((_limit(rests, row) for row in rests.rows), reverse=True)
    if not limits or limits[-1][0] != 0:
        raise rests.invalid("0", "this row is missing: it applies to batters with the fewest at-bats and walks")
    return RestGuide(slots, tuple(limits))


def _slot_rows(table: ChartTable) -> tuple[tuple[int, ...], ...]:
    table.require_rows(*_FACES)
    return tuple(table.numbers(face, 3, 1, 9) for face in _FACES)


def _position_rows(table: ChartTable) -> tuple[tuple[str, ...], ...]:
    table.require_rows(*_FACES)
    return tuple(table.words(face, 3, (*POSITIONS[1:], HITTER)) for face in _FACES)


def _limit(rests: ChartTable, row: str) -> tuple[int, int]:
    if not row.isdecimal() or int(row) > MOST_PLATE_APPEARANCES:
        raise rests.invalid(row, f"must be named by at-bats and walks, 0 to {MOST_PLATE_APPEARANCES}")
    return int(row), rests.number(row, 0, 20)


def slots_to_rest(dice: DiceRoller, guide: RestGuide) -> tuple[int | str, ...]:
    """26.2B: roll a d6 for three spots in the batting order, 1..9, or three positions."""
    return guide.slots[dice.roll("usage", 6) - 1]


def must_rest(dice: DiceRoller, guide: RestGuide, at_bats_and_walks: int) -> bool:
    """26.2C: roll a d20 against the limit for the batter's at-bats and walks of the season."""
    limit = next(limit for least, limit in guide.limits if at_bats_and_walks >= least)
    return dice.roll("rest", 20) <= limit


def resting_player_ruling(rules: RestRules, role: str, *, rests: bool, last_at_position: bool) -> Ruling:
    """26.2D, 26.2E: check whether a player may start or enter, given the resting guide.

    A resting player may enter later. He may start only if no one else is rated at his position.
    """
    if not rules.solitaire_guide or not rests:
        return allow(RestFinding.NOT_TOLD_TO_REST, "26.2")
    if role != "start":
        return allow(RestFinding.MAY_COME_IN_LATER, "26.2E")
    if last_at_position:
        return allow(RestFinding.LAST_AT_HIS_POSITION, "26.2D")
    return refuse(RestFinding.RESTS, "26.2E")
