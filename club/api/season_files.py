"""API endpoints for a year's files."""

from typing import ClassVar

from django.http import Http404, HttpResponse
from rest_framework.request import Request

from club.models import FIRST_YEAR, LAST_YEAR
from club.queries.season_files import points_file, report_file
from core.api.base import FILE_RESPONSE, describe_endpoint
from tournaments.api.base import FileView, ResourceView
from tournaments.table_files import table_response


class SeasonPointsFileView(FileView, ResourceView):
    roles: ClassVar = {"GET": "public"}

    @describe_endpoint(FILE_RESPONSE, operation_id="season_points_file")
    def get(self, request: Request, year: int, kind: str) -> HttpResponse:
        """Return a year's season points as CSV or XLSX. Only people who agreed to be listed are named."""
        _check_year(year)
        return table_response(kind, *points_file(year, is_organizer=self.viewer.is_organizer))


class YearReportFileView(FileView, ResourceView):
    roles: ClassVar = {"GET": "organiser"}

    @describe_endpoint(FILE_RESPONSE, operation_id="club_report_file")
    def get(self, request: Request, year: int, kind: str) -> HttpResponse:
        """Return the reports on a year's tournaments as CSV or XLSX, in the column order that statisticians use."""
        _check_year(year)
        return table_response(kind, *report_file(year))


def _check_year(year: int) -> None:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise Http404
