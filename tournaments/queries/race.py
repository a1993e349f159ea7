"""A division's race as a chart and a table: games over .500 after each round."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import accumulate

from django.utils.safestring import SafeString

from core.line_chart import ChartLine, LineChart, line_chart
from core.tables import Align, Column, Entry, FilledTable, Place, TableDefinition
from rules_engine.competition.standings import over_text
from rules_engine.competition.tiebreaks import Verdict
from tournaments.queries.division_table import DivisionStandings
from tournaments.queries.standings_table import StandingsLine


@dataclass(frozen=True, slots=True)
class RaceLine:
    """A team's games over .500 after each round. "ahead" marks teams in an advancing place."""

    line: StandingsLine
    over: tuple[int, ...]
    tone: str

    @property
    def label(self) -> str:
        return f"{self.line.team.name} {self.line.over}"


@dataclass(frozen=True)
class RaceDrawing:
    """A race chart. The dashed line is the cut."""

    division: str
    race_lines: list[RaceLine]
    rounds: list[int]
    picture: LineChart

    @cached_property
    def filled(self) -> FilledTable[RaceLine]:
        columns = [
            Column[RaceLine](
                "over",
                str(number),
                partial(_games_over, place),
                Place.PAGE,
                cell=partial(_games_over_cell, place),
            )
            for place, number in enumerate(self.rounds)
        ]
        name = Column[RaceLine](
            "name",
            "Games over .500 after round",
            lambda race_line: race_line.line.team.name,
            Place.PAGE,
            Align.LEFT,
            names_row=True,
        )
        rows = [Entry(race_line, is_cut=race_line.line.is_cut) for race_line in self.race_lines]
        caption = f"Games over .500 in {self.division}, round by round"
        return FilledTable(
            TableDefinition("race", (name, *columns)),
            rows,
            caption=caption,
            is_caption_hidden=True,
        )


def _games_over(place: int, race_line: RaceLine) -> int:
    return race_line.over[place]


def _games_over_cell(place: int, race_line: RaceLine) -> SafeString:
    return _games_over_html(race_line.over[place])


@cache
def _games_over_html(over: int) -> SafeString:
    return SafeString(over_text(over))


def race_of(table: DivisionStandings) -> RaceDrawing | None:
    """Return a division's race, or None until two rounds have results."""
    gained_by_round: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for series in table.series:
        margin = series.tally.home_wins - series.tally.away_wins
        gained_by_round[series.round][series.tally.home] += margin
        gained_by_round[series.round][series.tally.away] -= margin
    started_rounds = sorted({series.round for series in table.series if series.tally.outcomes})
    if len(started_rounds) < 2 or len(table.lines) < 2:
        return None
    games_over = {
        line.team.pk: tuple(accumulate(gained_by_round[number][line.team.pk] for number in started_rounds))
        for line in table.lines
    }
    return _draw_race(table, started_rounds, games_over)


def _draw_race(table: DivisionStandings, rounds: list[int], over: dict[int, tuple[int, ...]]) -> RaceDrawing:
    race_lines = [
        RaceLine(line, over[line.team.pk], tone="ahead" if line.verdict is Verdict.ADVANCES else "")
        for line in table.lines
    ]
    cut_line = _cut_line(over.values(), table.places) if 0 < table.places < len(over) else []
    chart_lines = [ChartLine(race_line.label, race_line.over, race_line.tone) for race_line in race_lines]
    return RaceDrawing(
        table.division.name,
        race_lines,
        rounds,
        line_chart(chart_lines, [str(number) for number in rounds], cut=cut_line),
    )


def _cut_line(over: Iterable[tuple[int, ...]], places: int) -> list[float]:
    """Return the midpoints between the last advancing place and the next place, after each round."""
    after = [sorted(values, reverse=True) for values in zip(*over, strict=True)]
    return [(values[places - 1] + values[places]) / 2 for values in after]
