"""A tournament's final report, with season points by the year's formula."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from club.queries.formulas import YearFormula, points_of_finishes, year_formula
from club.queries.seasons import points_text, tournament_day
from core.tables import Align, Column, FilledTable, Place, TableDefinition
from tournaments.models import Tournament
from tournaments.queries.closing import ClubLine, FinalResults, final_results


@dataclass(frozen=True, slots=True)
class FinishLine:
    """A team in the report, with its season points."""

    line: ClubLine
    points: Fraction

    @property
    def points_in_file(self) -> float:
        """Return the points with two decimals, rounded half up."""
        return int(self.points * 100 + Fraction(1, 2)) / 100


_SHOWN, _FILE = Place.PAGE | Place.PAPER, Place.FILE
_LEFT = Align.LEFT
REPORT: TableDefinition[FinishLine] = TableDefinition(
    "report",
    (
        Column("name", "Full name", lambda row: row.line.name, _FILE, _LEFT, kind=str),
        Column("home_town", "Home town", lambda row: row.line.home_town, _FILE, _LEFT, kind=str),
        Column("region", "Region", lambda row: row.line.region, _FILE, _LEFT, kind=str),
        Column("partner", "Partner", lambda row: row.line.partner, _FILE, _LEFT, kind=str),
        Column(
            "team",
            "Team",
            lambda row: row.line.team.name,
            _SHOWN,
            _LEFT,
            0,
            names_row=True,
            kind=str,
        ),
        Column("record", "W-L", lambda row: row.line.record, _SHOWN, width=50, kind=str),
        # separate columns, because spreadsheets interpret 11-3 as a date
        Column("wins", "W", lambda row: row.line.finish.wins, _FILE),
        Column("losses", "L", lambda row: row.line.finish.losses, _FILE),
        Column("ties", "T", lambda row: row.line.ties, _FILE),
        Column("playoff_wins", "Playoff wins", lambda row: row.line.finish.playoff_wins, _SHOWN | _FILE),
        Column("entrants", "Entrants", lambda row: row.line.finish.entrants, _FILE),
        Column(
            "points",
            "Points",
            lambda row: row.points_in_file,
            _SHOWN | _FILE,
            text=lambda row: points_text(row.points),
            kind=float,
            meaning="season points",
        ),
        Column("gets_points", "Points go to", lambda row: row.line.name, _SHOWN | _FILE, _LEFT, kind=str),
        Column("team_name", "Team", lambda row: row.line.team.name, _FILE, _LEFT, kind=str),
    ),
)


@dataclass(frozen=True)
class TournamentReport:
    """A tournament's results, with lines for the champion and runner-up first, then the others by points."""

    results: FinalResults
    lines: Sequence[FinishLine]
    year: int
    formula: YearFormula

    @property
    def filled(self) -> FilledTable[FinishLine]:
        return REPORT.filled(self.lines, caption="Season points", label="Season points")

    @property
    def pairs(self) -> list[ClubLine]:
        """Return the teams with two managers. The director chooses which manager gets the points."""
        return [row.line for row in self.lines if len(row.line.managers) > 1]


def tournament_report(tournament: Tournament) -> TournamentReport:
    """Return the final report. Eight queries."""
    results = final_results(tournament)
    year = tournament_day(tournament).year
    formula = year_formula(year)
    return TournamentReport(results, in_report_order(lines_with_points(results.lines, formula)), year, formula)


def report_lines(tournament: Tournament) -> Iterator[FinishLine]:
    return iter(tournament_report(tournament).lines)


def lines_with_points(lines: Sequence[ClubLine], formula: YearFormula) -> list[FinishLine]:
    points = points_of_finishes([line.finish for line in lines], formula)
    return [FinishLine(line, amount) for line, amount in zip(lines, points, strict=True)]


def in_report_order(rows: Sequence[FinishLine]) -> list[FinishLine]:
    return sorted(rows, key=lambda row: (row.line.finish.place or 3, -row.points, row.line.team.name))
