"""Downloadable tables: a year's points and its report for the club's statistician."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from club.queries.newest import club_state
from club.queries.season_view import SEASON, season_rows
from club.queries.year_report import YEAR_REPORT, year_report
from core.tables import Place, Value


class SeasonFile(NamedTuple):
    """A table to download. `name` is the file name without its extension."""

    name: str
    title: str
    columns: Sequence[str]
    rows: Iterator[tuple[Value, ...]]


def points_file(year: int, *, is_organizer: bool) -> SeasonFile:
    """Return the year's points table. Only listed people are named, except to an organizer."""
    rows = SEASON.values(Place.FILE, season_rows(year, club_state(), is_organizer=is_organizer))
    return SeasonFile(f"season-points-{year}", f"Points {year}", SEASON.titles(Place.FILE), rows)


def report_file(year: int) -> SeasonFile:
    """Return the reports on the year's tournaments, with names and home towns. For organizers only."""
    rows = YEAR_REPORT.values(Place.FILE, year_report(year))
    return SeasonFile(f"club-report-{year}", f"Report {year}", YEAR_REPORT.titles(Place.FILE), rows)
