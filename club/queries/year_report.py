"""The report of a year for the club's statistician: the report of every finished tournament, one below the other."""

from fractions import Fraction
from typing import NamedTuple

from club.models import ClubTournament, TeamFinish
from club.queries.formulas import points_of_finishes, year_formula
from club.queries.seasons import facts_of_year, tournament_day
from core.tables import Align, Column, Place, TableDefinition
from tournaments.queries.closing import REPORT, ClubLine, points_manager_first


class YearLine(NamedTuple):
    """A team's line of a tournament's report, with points by the year's formula."""

    facts: ClubTournament
    line: ClubLine
    points: Fraction


def _of_line(column: Column[ClubLine]) -> Column[YearLine]:
    """Return a column of a tournament's report for the year's report."""
    return Column(
        column.name, column.title, lambda row: column.value(row.line), Place.FILE, column.align, kind=column.kind
    )


_FIELD_ORDER = tuple(_of_line(column) for column in REPORT.at(Place.FILE))
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
).replace_column("points", Column("points", "Points", lambda row: round(float(row.points), 2), Place.FILE, kind=float))


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def year_report(year: int) -> list[YearLine]:
    """Return the lines of a year's tournaments by day: champion and runner-up first, then by points. Four queries."""
    facts = {row.tournament_id: row for row in facts_of_year(year)}
    finishes = TeamFinish.objects.filter(tournament__in=facts).select_related("team").prefetch_related("team__managers")
    points = points_of_finishes([stored.finish for stored in finishes], year_formula(year))
    rows = []
    for stored, amount in zip(finishes, points, strict=True):
        line = ClubLine(stored.team, points_manager_first(stored.team), stored.finish, stored.ties)
        rows.append(YearLine(facts[stored.tournament_id], line, amount))
    order = list(facts)
    return sorted(
        rows,
        key=lambda row: (
            order.index(row.facts.tournament_id),
            row.line.finish.place or 3,
            -row.points,
            row.line.team.name,
        ),
    )
