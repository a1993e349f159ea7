"""The race of a division: games over .500 round by round, as lines to draw and as a table."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import accumulate

from django.utils.safestring import SafeString

from core.line_chart import ChartLine, LineChart, line_chart
from core.tables import Align, Column, Entry, FilledTable, Place, TableDefinition
from rules_engine.competition.standings import over_text
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings_table import StandingsLine


@dataclass(frozen=True, slots=True)
class TeamsLine:
    """A team with its games over .500 after each round. `tone`: ahead for those in place."""

    line: StandingsLine
    over: tuple[int, ...]
    tone: str

    @property
    def label(self) -> str:
        return f"{self.line.team.name} {self.line.over}"


@dataclass(frozen=True)
class RaceDrawing:
    """`rounds`: those that have begun. The dashed line of the picture is the cut."""

    division: str
    runners: list[TeamsLine]
    rounds: list[int]
    picture: LineChart

    @cached_property
    def filled(self) -> FilledTable[TeamsLine]:
        columns = [
            Column[TeamsLine](
                "over", str(number), partial(_over_at, place), Place.PAGE, cell=partial(_over_in_cell, place)
            )
            for place, number in enumerate(self.rounds)
        ]
        name = Column[TeamsLine](
            "name",
            "Games over .500 after round",
            lambda runner: runner.line.team.name,
            Place.PAGE,
            Align.LEFT,
            names_row=True,
        )
        rows = [Entry(runner, is_cut=runner.line.is_cut) for runner in self.runners]
        caption = f"Games over .500 in {self.division}, round by round"
        return FilledTable(TableDefinition("race", (name, *columns)), rows, caption=caption, is_captioned_unseen=True)


def _over_at(place: int, runner: TeamsLine) -> int:
    return runner.over[place]


def _over_in_cell(place: int, runner: TeamsLine) -> SafeString:
    return _over_cell(runner.over[place])


@cache
def _over_cell(over: int) -> SafeString:
    return SafeString(over_text(over))


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


def _drawn(table: DivisionStandings, rounds: list[int], over: dict[int, tuple[int, ...]]) -> RaceDrawing:
    runners = [
        TeamsLine(line, over[line.team.pk], tone="ahead" if line.place <= table.places else "") for line in table.lines
    ]
    cut = _cut(over.values(), table.places) if 0 < table.places < len(over) else []
    runs = [ChartLine(runner.label, runner.over, runner.tone) for runner in runners]
    return RaceDrawing(
        table.division.name, runners, rounds, line_chart(runs, [str(number) for number in rounds], cut=cut)
    )


def _cut(over: Iterable[tuple[int, ...]], places: int) -> list[float]:
    """Half-way between the last place that advances and the next, after each round."""
    after = [sorted(values, reverse=True) for values in zip(*over, strict=True)]
    return [(values[places - 1] + values[places]) / 2 for values in after]
