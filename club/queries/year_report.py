"""A year's report for the club's statistician: the reports on all finished tournaments in one table."""

from typing import NamedTuple

from club.models import ClubTournament, TeamFinish
from club.queries.formulas import year_formula
from club.queries.seasons import facts_of_year, tournament_day
from club.queries.tournament_report import REPORT, FinishLine, in_report_order, lines_with_points
from core.tables import Align, Column, Place, TableDefinition
from tournaments.queries.closing import ClubLine, points_manager_first


class YearLine(NamedTuple):
    """A team's line in a tournament's report."""

    facts: ClubTournament
    row: FinishLine


def _of_report(column: Column[FinishLine]) -> Column[YearLine]:
    """Convert a column from a tournament's report for the year's report."""
    return Column(
        column.name, column.title, lambda line: column.value(line.row), Place.FILE, column.align, kind=column.kind
    )


_FIELD_ORDER = tuple(_of_report(column) for column in REPORT.at(Place.FILE))
YEAR_REPORT: TableDefinition[YearLine] = TableDefinition(
    "year_report",
    (
        Column("date", "Date", lambda row: tournament_day(row.facts.tournament).isoformat(), Place.FILE, kind=str),
        Column("tournament", "Tournament", lambda row: row.facts.tournament.name, Place.FILE, Align.LEFT, kind=str),
        *_FIELD_ORDER,
        Column("counts", "Counts", lambda row: _yes(row.facts.is_counted), Place.FILE, kind=str),
        Column("regional", "Regional", lambda row: _yes(row.facts.is_regional), Place.FILE, kind=str),
        Column("face_to_face", "Face to face", lambda row: _yes(row.facts.is_face_to_face), Place.FILE, kind=str),
    ),
)


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def year_report(year: int) -> list[YearLine]:
    """Return the lines for a year's tournaments by day, each in its report's order. Four queries."""
    facts = {row.tournament_id: row for row in facts_of_year(year)}
    finishes = TeamFinish.objects.filter(tournament__in=facts).select_related("team").prefetch_related("team__managers")
    lines = [ClubLine(row.team, points_manager_first(row.team), row.finish, row.ties) for row in finishes]
    rows = in_report_order(lines_with_points(lines, year_formula(year)))
    place = {tournament: number for number, tournament in enumerate(facts)}
    by_day = sorted(rows, key=lambda row: place[row.line.team.tournament_id])
    return [YearLine(facts[row.line.team.tournament_id], row) for row in by_day]
