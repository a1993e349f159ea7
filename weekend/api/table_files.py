"""API endpoint that returns a tournament's tables as files."""

from typing import ClassVar

from django.http import HttpResponse
from rest_framework.exceptions import APIException
from rest_framework.request import Request

from core.api.base import FILE_RESPONSE, describe_endpoint
from core.plugins import PluginFailed
from tournaments.access.guards import require
from tournaments.api.base import FileView, TournamentView
from weekend.documents import table_file
from weekend.tables import STAFF_ONLY


class TableFileView(FileView, TournamentView):
    roles: ClassVar = {"GET": "public"}

    def check_role(self, request: Request) -> None:
        if self.kwargs["name"] in STAFF_ONLY:
            self.allow(lambda: require(self.viewer, "staff"))

    @describe_endpoint(FILE_RESPONSE, operation_id="table_file")
    def get(self, request: Request, slug: str, name: str, kind: str) -> HttpResponse:
        """Return a table as CSV or XLSX, such as standings, draft or report. Only staff can get entrants and report."""
        try:
            return table_file(self.tournament, self.viewer, name, kind)
        except PluginFailed as failure:
            raise APIException(str(failure)) from failure
