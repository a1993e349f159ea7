"""Column choices from earlier spreadsheets, for the import views."""

from collections.abc import Mapping, Sequence

from django.http import HttpRequest

from core.imports.headings import Section
from core.imports.sheet_forms import FORGET
from tournaments.access.viewers import viewers_of
from tournaments.queries.column_mappings import remembered_columns
from tournaments.services.column_mappings import forget_columns, remember_columns


def columns_for(request: HttpRequest, purpose: str) -> Mapping[str, Sequence[str]]:
    """Return the viewer's column choices, after forgetting those that this request removes."""
    viewers = viewers_of(request)
    if request.method == "POST" and FORGET in request.POST:
        forget_columns(viewers=viewers, purpose=purpose, fingerprint=request.POST[FORGET])
    return remembered_columns(viewers, purpose)


def keep_columns(request: HttpRequest, purpose: str, sections: Sequence[Section]) -> None:
    """Remember an imported spreadsheet's columns."""
    remember_columns(viewers=viewers_of(request), purpose=purpose, sections=sections)
