"""Files with a year's points, and its report for the club's statistician."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from club.models import FIRST_YEAR, LAST_YEAR
from club.queries.season_files import points_file, report_file
from club.views.people import is_organizer, require_organizer
from tournaments.table_files import table_response


@require_safe
def points(request: HttpRequest, year: int, kind: str) -> HttpResponse:
    """Return the year's points table. Only listed people are named, except to an organizer."""
    _check_year(year)
    return table_response(kind, *points_file(year, is_organizer=is_organizer(request)))


@require_safe
def report(request: HttpRequest, year: int, kind: str) -> HttpResponse:
    """Return the reports on the year's tournaments, with home towns."""
    require_organizer(request)
    _check_year(year)
    return table_response(kind, *report_file(year))


def _check_year(year: int) -> None:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise Http404("Year not found.")
