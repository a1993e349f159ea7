"""Taking the data out: every table as CSV or Excel."""

from django.http import Http404, HttpRequest, HttpResponse

from tournaments.access.guards import require, tournament_view
from tournaments.access.viewers import Viewer
from tournaments.models import Tournament
from weekend.documents import csv_file, xlsx_file
from weekend.tables import TABLES

_KINDS = {
    "csv": (csv_file, "text/csv; charset=utf-8"),
    "xlsx": (xlsx_file, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}
STAFF_ONLY = {"entrants"}  # home towns are nobody else's business


@tournament_view()
def export(request: HttpRequest, tournament: Tournament, viewer: Viewer, name: str, kind: str) -> HttpResponse:
    """Public, but for the tables of STAFF_ONLY."""
    if name not in TABLES or kind not in _KINDS:
        raise Http404(f"There is no table “{name}.{kind}”; there are {', '.join(TABLES)} as csv and xlsx.")
    if name in STAFF_ONLY:
        require(viewer, "staff")
    write, content_type = _KINDS[kind]
    attachment = {"Content-Disposition": f'attachment; filename="{tournament.slug}-{name}.{kind}"'}
    return HttpResponse(write(TABLES[name], tournament), content_type=content_type, headers=attachment)
