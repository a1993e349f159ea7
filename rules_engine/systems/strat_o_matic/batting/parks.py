"""Ballpark and weather numbers, and the ballpark and clutch symbols on cards (sections 30.1-30.7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from rules_engine.baseball.bases import SECOND, THIRD, is_on
from rules_engine.baseball.game_input import GameInput
from rules_engine.baseball.system_types import MONTHS
from rules_engine.systems.strat_o_matic.cards.ratings import Hand
from rules_engine.systems.strat_o_matic.cards.reading import (
    OUTS,
    SINGLE_1,
    SINGLE_2,
    Kind,
    Line,
    Mark,
    Part,
    Reading,
)
from rules_engine.systems.strat_o_matic.charts.chart_files import (
    ChartSource,
    ChartTable,
    cached_per_chart_set,
    read_chart,
)
from rules_engine.systems.strat_o_matic.rulesets.ruleset_sections import ParkRules

HOMERUN: Final = Reading(Kind.HOMERUN)
FLYBALL_B: Final = Reading(Kind.FLYBALL, letter="B")
LINEOUT: Final = Reading(Kind.LINEOUT)
WallSide = Literal["left_center", "right_center"]
CONDITIONS: Final = ("good", "average", "bad")
ANY_TEAM: Final = "any"


class NoParkError(ValueError):
    """Raised when a card line has a ballpark symbol but the game has no ballpark."""


class BySide(NamedTuple):
    """Highest winning d20 roll, 0..20, for left-handed and right-handed batters."""

    L: int
    R: int

    def for_side(self, side: Hand) -> int:
        return self.L if side == "L" else self.R


@dataclass(frozen=True, slots=True)
class Park:
    """30.3, 30.4: the numbers of a ballpark.

    14.5: `high_wall` shows whether the wall is higher than ten feet, for (left, right) batters.
    """

    name: str
    homerun: BySide
    single: BySide
    high_wall: tuple[bool, bool] = (False, False)

    def is_high(self, wall: WallSide) -> bool:
        """14.5: return whether this part of the wall is higher than ten feet.

        Left-handed batters hit to right center, right-handed batters to left center.
        """
        return self.high_wall[wall == "left_center"]


@cached_per_chart_set
def load_parks(chart: ChartSource = "ballparks") -> Mapping[str, Park]:
    """30.3: return the ballparks in a file by key. Raise ChartError if the file is invalid."""
    file = read_chart(chart)
    return {key: _park(file.table(key)) for key in file.rows}


def _park(rows: ChartTable) -> Park:
    rows.require_rows("name", "homerun", "single", "high_wall")
    walls = rows.rows["high_wall"]
    if not (isinstance(walls, list) and len(walls) == 2 and all(isinstance(wall, bool) for wall in walls)):
        raise rows.invalid("high_wall", f"must be true or false for left and for right, not {walls!r}")
    return Park(rows.text("name"), _by_side(rows, "homerun"), _by_side(rows, "single"), (walls[0], walls[1]))


def _by_side(rows: ChartTable, row: str) -> BySide:
    return BySide(*rows.numbers(row, 2, 0, 20))


def line_to_read(rules: ParkRules, line: Line, park: Park | None, side: Hand) -> Line:
    """30.1, 30.2-30.6: return the line that a ballpark symbol or a white triangle leads to.

    The ballpark's range becomes a split, so the split d20 (14.5) and the batter's power (12.1) treat it like any other
    split. A batter without power loses the home run only on the pitcher's card. Raise NoParkError if the line has a
    ballpark symbol but the game has no ballpark.
    """
    if not rules.symbols:
        return line
    if line.marks & Mark.PARK_HOMERUN:
        return _split(_loaded(park).homerun.for_side(side), HOMERUN, FLYBALL_B, line.marks)
    if line.marks & Mark.PARK_SINGLE:
        return _split(_loaded(park).single.for_side(side), SINGLE_1, LINEOUT, line.marks)
    if line.marks & Mark.SECOND_READING and line.second is not None:
        return line.second
    return line


def _split(top: int, reading: Reading, otherwise: Reading, marks: Mark) -> Line:
    ranges = (Part(1, top, reading), Part(top + 1, 20, otherwise))
    return Line(tuple(part for part in ranges if part.low <= part.high), marks)


def _loaded(park: Park | None) -> Park:
    if park is None:
        raise NoParkError("the reading has a ballpark symbol, but no ballpark is chosen for this game")
    return park


@dataclass(frozen=True, slots=True)
class Weather:
    """30.5: the section for one home team.

    `grid` has the highest rolls for good and average weather by (month, night). `numbers` has the ballpark numbers by
    condition.
    """

    grid: Mapping[tuple[str, bool], tuple[int, int]]
    numbers: Mapping[str, Park]


@cached_per_chart_set
def load_weather(chart: ChartSource = "weather") -> Mapping[str, Weather]:
    """30.5: return the weather sections by home team.

    "any" serves teams without their own section. Raise ChartError if the chart is invalid.
    """
    file = read_chart(chart)
    if ANY_TEAM not in file.rows:
        raise file.invalid(ANY_TEAM, "this table is missing: it applies to unlisted teams")
    return {team: _weather(file.table(team)) for team in file.rows}


def _weather(section: ChartTable) -> Weather:
    section.require_rows("grid", *CONDITIONS)
    grid = section.table("grid")
    grid.require_rows(*MONTHS)
    tops = {}
    for month in MONTHS:
        times = grid.table(month)
        times.require_rows("day", "night")
        for night in (False, True):
            tops[month, night] = _tops(times, "night" if night else "day")
    return Weather(tops, {condition: _conditions(section.table(condition)) for condition in CONDITIONS})


def _tops(times: ChartTable, row: str) -> tuple[int, int]:
    good, average = times.numbers(row, 2, 0, 20)
    if good > average:
        raise times.invalid(row, f"Good ({good}) may not be higher than Average ({average})")
    return good, average


def _conditions(rows: ChartTable) -> Park:
    rows.require_rows("homerun", "single")
    return Park(rows.name.rpartition(".")[2], _by_side(rows, "homerun"), _by_side(rows, "single"))


def weather_park(game_input: GameInput, chart: Mapping[str, Weather], team: str, month: str, *, night: bool) -> Park:
    """30.5: roll one d20 before the game in the home team's grid, and return the ballpark numbers."""
    weather = chart.get(team, chart[ANY_TEAM])
    good, average = weather.grid[month, night]
    rolled = game_input.roll("weather", 20)
    return weather.numbers["good" if rolled <= good else "average" if rolled <= average else "bad"]


def named_park(name: str) -> Park | None:
    """30.3, 30.5: return a ballpark by key or name, or by weather, such as "weather ATL good".

    Return None for "". Raise ValueError with the list of ballparks if the name is unknown.
    """
    if not name:
        return None
    parks = load_parks()
    match name.split():
        case ["weather", team, condition] if condition in CONDITIONS:
            chart = load_weather()
            return chart.get(team, chart[ANY_TEAM]).numbers[condition]
    target = name.strip().casefold()
    for key, park in parks.items():
        if target in (key.casefold(), park.name.casefold()):
            return park
    raise ValueError(f"unknown park {name}; choose from {', '.join(parks)}")


POPOUT: Final = Reading(Kind.POPOUT)


def is_clutch(outs: int, state: int) -> bool:
    """30.7: return whether there are two outs and a runner on second or third.

    `state` is the occupied-bases int.
    """
    return outs == 2 and (is_on(state, SECOND) or is_on(state, THIRD))


def apply_clutch(rules: ParkRules, reading: Reading, outs: int, state: int) -> Reading:
    """30.7: change an out to SINGLE** and a single to a popout, on a line with the clutch symbol.

    An X chance isn't an out yet and doesn't change. STAR changes any single, the official rules only open singles.
    """
    if not rules.symbols or not is_clutch(outs, state):
        return reading
    if reading.kind in OUTS and not reading.is_x:
        return SINGLE_2
    if reading.kind is Kind.SINGLE and (rules.clutch_takes_any_single or not reading.stars):
        return POPOUT
    return reading
