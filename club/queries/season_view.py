"""A year's points table, with the names that the viewer can see."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from club.models import ClubTournament
from club.queries.names import PersonName, public_name
from club.queries.newest import ClubState, cached_records
from club.queries.seasons import PersonSeason, TournamentResult, facts_of_year, season_table
from core.tables import Align, Column, Place, TableDefinition, link_html


class SeasonRow(NamedTuple):
    """A row in the points table. `person` is None for an unlisted person, except to an organizer."""

    line: PersonSeason
    person: PersonName | None

    @property
    def name(self) -> str:
        return str(self.person) if self.person is not None else public_name(None)

    @property
    def region(self) -> str:
        return self.person.region if self.person is not None else ""


def _name_html(row: SeasonRow) -> SafeString:
    if row.person is None or row.person.removed_at is not None:
        return format_html('<span class="quiet">{}</span>', row.name)
    return link_html(row.person.get_absolute_url(), row.name)


def _results_html(row: SeasonRow) -> SafeString:
    """Return each tournament's points as HTML.

    Points that don't count are in parentheses. Imported points have an asterisk.
    """
    return mark_safe(" + ".join(_result_text(result) for result in row.line.results))


def _result_text(result: TournamentResult) -> str:
    points = f"{result.shown}*" if result.is_imported else result.shown
    return points if result.is_counted else f"({points})"


def _corrections(row: SeasonRow) -> Fraction:
    return sum((correction.amount for correction in row.line.corrections), Fraction(0))


_READ = Place.PAGE | Place.API | Place.FILE
SEASON: TableDefinition[SeasonRow] = TableDefinition(
    "season",
    (
        Column("rank", "Rank", lambda row: row.line.rank, _READ, width=30),
        Column("name", "Name", lambda row: row.name, _READ, Align.LEFT, cell=_name_html, names_row=True, kind=str),
        Column(
            "points",
            "Points",
            lambda row: round(float(row.line.points), 2),
            _READ,
            text=lambda row: row.line.shown,
            is_bold=True,
            kind=float,
        ),
        Column("region", "Region", lambda row: row.region, _READ, Align.LEFT, kind=str),
        Column("tournaments", "Tournaments", lambda row: row.line.tournaments, _READ),
        Column(
            "points_of_each",
            "Points by tournament",
            lambda row: "",
            Place.PAGE,
            Align.LEFT,
            cell=_results_html,
            kind=str,
        ),
        Column("imported", "Imported", lambda row: row.line.imported, Place.API | Place.FILE, help="imported results"),
        Column(
            "corrections",
            "Corrections",
            lambda row: round(float(_corrections(row)), 2),
            _READ,
            text=lambda row: f"{float(_corrections(row)):+.1f}" if row.line.corrections else "",
            kind=float,
        ),
    ),
)


def season_rows(year: int, state: ClubState, *, is_organizer: bool = False) -> list[SeasonRow]:
    """Return the year's points table. Only listed people are named, except to an organizer."""
    lines = cached_records(state, ("season", year), lambda: season_table(year, season_facts(year, state)))
    return [SeasonRow(line, line.person if is_organizer or line.person.is_public else None) for line in lines]


def season_facts(year: int, state: ClubState) -> list[ClubTournament]:
    """Return the club's data about the year's finished tournaments, by day."""
    return cached_records(state, ("facts of a season", year), lambda: facts_of_year(year))


def season_regions(rows: Iterable[SeasonRow]) -> list[str]:
    return sorted({row.region for row in rows if row.region})
