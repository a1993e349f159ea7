"""The race of a division: games over .500 round by round, as lines to draw and as a table."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate

from core.tables import Align, Column, Entry, FilledTable, Place, TableDefinition
from rules_engine.competition.standings import over_text
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings_table import StandingsLine

_WIDTH, _HEIGHT = 640, 300  # of the picture, in its own units
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 168, 14, 26  # room for figures, names and rounds
_LETTER = 15  # the height of a name: two of them never stand closer


@dataclass(frozen=True, slots=True)
class TeamsLine:
    """A team's line: its games over .500 after each round, and where its name stands."""

    line: StandingsLine
    over: tuple[int, ...]
    points: str
    name_y: int
    tone: str  # ahead for those in place

    @property
    def label(self) -> str:
        return f"{self.line.team.name} {self.line.over}"


@dataclass(frozen=True, slots=True)
class AxisLabel:
    """A figure beside the picture or a round below it."""

    text: str
    x: int
    y: int


@dataclass(frozen=True)
class RaceDrawing:
    """`cut`: the line between the last place that advances and the first that does not, "" before it is drawn."""

    division: str
    runners: list[TeamsLine]
    cut: str
    levels: list[AxisLabel]
    rounds: list[AxisLabel]

    width, height, left, right = _WIDTH, _HEIGHT, _LEFT, _WIDTH - _RIGHT

    @cached_property
    def filled(self) -> FilledTable[TeamsLine]:
        columns = [
            Column[TeamsLine](
                "over", mark.text, partial(_over_at, place), Place.PAGE, text=partial(_over_in_text, place)
            )
            for place, mark in enumerate(self.rounds)
        ]
        name = Column[TeamsLine](
            *("name", "Games over .500 after round", lambda runner: runner.line.team.name, Place.PAGE, Align.LEFT),
            names_row=True,
        )
        rows = [Entry(runner, is_cut=runner.line.is_cut) for runner in self.runners]
        caption = f"Games over .500 in {self.division}, round by round"
        return FilledTable(TableDefinition("race", (name, *columns)), rows, caption=caption, is_captioned_unseen=True)


def _over_at(place: int, runner: TeamsLine) -> int:
    return runner.over[place]


def _over_in_text(place: int, runner: TeamsLine) -> str:
    return over_text(runner.over[place])


def race_of(table: DivisionStandings) -> RaceDrawing | None:
    """The lines of a division; None before two rounds have begun, for one round is no race."""
    gained: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for series in table.series:
        ahead = series.tally.home_wins - series.tally.away_wins
        gained[series.round][series.tally.home] += ahead
        gained[series.round][series.tally.away] -= ahead
    begun = sorted({series.round for series in table.series if series.tally.outcomes})
    if len(begun) < 2 or len(table.lines) < 2:
        return None
    over = {line.team.pk: tuple(accumulate(gained[number][line.team.pk] for number in begun)) for line in table.lines}
    return _drawn(table, begun, over)


def _drawn(table: DivisionStandings, rounds: Sequence[int], over: dict[int, tuple[int, ...]]) -> RaceDrawing:
    highest, lowest = max(map(max, over.values())), min(map(min, over.values()))
    step = (_HEIGHT - _TOP - _BOTTOM) / max(1, highest - lowest)

    def x(place: int) -> int:
        return round(_LEFT + place * (_WIDTH - _LEFT - _RIGHT) / (len(rounds) - 1))

    def y(value: float) -> int:
        return round(_TOP + (highest - value) * step)

    def points(values: Iterable[float]) -> str:
        return " ".join(f"{x(place)},{y(value)}" for place, value in enumerate(values))

    names = _apart([y(over[line.team.pk][-1]) for line in table.lines])
    runners = [
        TeamsLine(
            *(line, over[line.team.pk], points(over[line.team.pk]), name_y),
            tone="ahead" if line.place <= table.places else "",
        )
        for line, name_y in zip(table.lines, names, strict=True)
    ]
    cut = points(_cut(over.values(), table.places)) if 0 < table.places < len(over) else ""
    levels = [
        AxisLabel(over_text(value), _LEFT - 6, y(value))
        for value in range(lowest, highest + 1)
        if value % max(1, round((highest - lowest) / 6)) == 0
    ]
    below = [AxisLabel(str(number), x(place), _HEIGHT - 6) for place, number in enumerate(rounds)]
    return RaceDrawing(table.division.name, runners, cut, levels, below)


def _cut(over: Iterable[tuple[int, ...]], places: int) -> list[float]:
    """Half-way between the last place that advances and the next, after each round."""
    after = [sorted(values, reverse=True) for values in zip(*over, strict=True)]
    return [(values[places - 1] + values[places]) / 2 for values in after]


def _apart(wanted: Sequence[int]) -> list[int]:
    """Heights near those wanted, from the top down, none closer than a letter to the next and none below the foot."""
    placed: list[int] = []
    for height in wanted:
        placed.append(max(height, placed[-1] + _LETTER) if placed else max(height, _LETTER))
    lowest = _HEIGHT - 4
    for place in reversed(range(len(placed))):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - _LETTER
    return placed
