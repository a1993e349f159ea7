"""Form fields for a sheet, uploaded or pasted, and for the choices made on its preview."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from django import forms

from core.errors import Refused
from core.imports.headings import ColumnChoices, ImportTarget
from core.imports.preview_choices import answers_by_row, chosen_columns
from core.imports.tables import ImportTable, read_pasted_table, read_table_file, table_from_json
from core.refusals import FileRefusal

FORGET: Final = "forget"  # the button that discards the stored column targets
LARGEST_SHEET: Final = 1024 * 1024
LARGEST_TABLE: Final = 3 * LARGEST_SHEET  # allows for the preview's JSON, which is longer than the sheet


class SheetForm(forms.Form):
    """A sheet form. An uploaded file or pasted text is parsed into a table, which the preview posts again."""

    targets: ClassVar[Sequence[ImportTarget]] = ()

    file = forms.FileField(
        label="Sheet",
        required=False,
        help_text="Excel, OpenDocument, CSV or text, up to 1 MB",
        error_messages={"empty": "This file is empty. Choose the file that has your list."},
    )
    text = forms.CharField(
        label="or paste the cells",
        required=False,
        strip=False,
        max_length=LARGEST_SHEET,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )
    table = forms.CharField(required=False, strip=False, max_length=LARGEST_TABLE, widget=forms.HiddenInput)

    def __init__(self, *args: Any, remembered: Mapping[str, Sequence[str]] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._remembered = remembered or {}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        try:
            table = self._read(data)
        except Refused as refused:
            raise forms.ValidationError(str(refused)) from None
        if table is None:
            self.add_error("file", "Choose a file, or paste cells from the sheet.")
        elif not table.rows:
            name = data["file"].name if data.get("file") else "The list"
            self.add_error("file", str(Refused(FileRefusal.NO_CELLS, file=name)))
        else:
            data["table"] = table
        return data

    def _read(self, data: dict[str, Any]) -> ImportTable | None:
        upload = data.get("file")
        if upload:
            if upload.size > LARGEST_SHEET:
                raise forms.ValidationError("The file is larger than 1 MB. Keep only the sheet to import.")
            return read_table_file(upload.read(), upload.name or "The file")
        if data.get("table"):
            return table_from_json(data["table"])
        return read_pasted_table(data["text"]) if data.get("text", "").strip() else None

    def column_choices(self) -> ColumnChoices:
        """Return the choices made on the preview and on earlier sheets."""
        if FORGET in self.data or self.cleaned_data.get("file"):
            return ColumnChoices(remembered=self._remembered)
        return ColumnChoices(chosen_columns(self.data, {target.key for target in self.targets}), self._remembered)

    def answers(self) -> dict[int, str]:
        return answers_by_row(self.data)
