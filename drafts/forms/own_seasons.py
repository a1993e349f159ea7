"""Form for a season built from a user's own files."""

from typing import Any

from django import forms

from core.errors import Refused
from core.imports.several_files import LARGEST_FILE, MOST_ROWS_OF_FILES, NamedFile, read_files
from core.imports.sheet_forms import LARGEST_TABLE, SheetForm
from core.imports.tables import MOST_SHEETS, ImportTable, table_from_json
from core.refusals import FileRefusal
from drafts.card_files.statistics_columns import TARGETS
from drafts.forms.card_sets import NAME_LENGTH, REPLACE

_HELP = (
    "One season's batting, pitching, fielding, appearance, people or roster tables: Baseball-Reference, "
    "FanGraphs, Retrosheet (.ROS), Lahman. CSV or Excel, up to {} files of {} MB"
)


class ManyFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    """Multiple uploaded files, as a list."""

    widget = ManyFilesInput

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        uploads = data if isinstance(data, list | tuple) else [data]
        return [
            upload for upload in (super(ManyFilesField, self).clean(upload, initial) for upload in uploads) if upload
        ]


class OwnSeasonForm(SheetForm):
    """Files with a season's statistics, and the card set to build from them."""

    targets = TARGETS

    year = forms.IntegerField(label="Season", min_value=1871, max_value=2100, widget=forms.NumberInput())
    name = forms.CharField(max_length=NAME_LENGTH, label="Name of the new card set")
    file = ManyFilesField(label="Files", required=False, help_text=_HELP.format(MOST_SHEETS, LARGEST_FILE >> 20))
    table = forms.CharField(required=False, strip=False, max_length=LARGEST_TABLE * 2, widget=forms.HiddenInput)
    is_private = forms.BooleanField(required=False, label="Private: only you and the organizer can use and download it")
    replace = forms.BooleanField(required=False, label=REPLACE)

    def _read(self, data: dict[str, Any]) -> ImportTable | None:
        if data.get("table"):
            return table_from_json(data["table"], most_rows=MOST_ROWS_OF_FILES)
        uploads = data.get("file") or []
        if sum(upload.size for upload in uploads) > 2 * LARGEST_FILE:
            raise Refused(FileRefusal.TOO_LARGE_TOGETHER, most=2 * LARGEST_FILE >> 20)
        files = [NamedFile(upload.name or "file", upload.read()) for upload in uploads]
        return read_files(files, year=data["year"]) if files else None
