"""The tables of a tournament as files in the API."""

from typing import ClassVar

from django.http import HttpResponse
from rest_framework.request import Request

from core.api.base import FILE_RESPONSE, describe_endpoint
from tournaments.access.guards import require
from tournaments.api.base import FileView, TournamentView
from tournaments.table_files import table_response
from weekend.tables import STAFF_ONLY, table_for


class TableFileView(FileView, TournamentView):
    roles: ClassVar = {"GET": "public"}

    def check_role(self, request: Request) -> None:
        if self.kwargs["name"] in STAFF_ONLY:
            self.allow(lambda: require(self.viewer, "staff"))

    @describe_endpoint(FILE_RESPONSE, operation_id="table_file")
    def get(self, request: Request, slug: str, name: str, kind: str) -> HttpResponse:
        """A table as csv or xlsx, such as standings, draft or report. Entrants and report need staff."""
        table = table_for(self.tournament, self.viewer, name)
        return table_response(kind, f"{slug}-{name}", table.title, table.columns, table.rows(self.tournament))
