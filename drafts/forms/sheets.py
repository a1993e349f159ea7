"""The part of import forms that takes a sheet, as a file or pasted, and the choices made on its preview."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from django import forms

from core.imports.encodings import UndecodableText
from core.imports.headings import ImportTarget
from core.imports.preview_choices import answers_by_row, chosen_columns
from core.imports.text_rows import MOST_ROWS
from seasons.workbooks import CardFileFaults
from tournaments.uploaded_workbooks import read_uploaded_text

LARGEST_SHEET: Final = 1024 * 1024


class SheetForm(forms.Form):
    """A sheet. An uploaded file is read into the text, which the preview sends again."""

    targets: ClassVar[Sequence[ImportTarget]] = ()

    file = forms.FileField(label="Sheet", required=False, help_text="Excel (.xlsx), CSV or text, up to 1 MB")
    text = forms.CharField(
        label="or paste the cells",
        required=False,
        strip=False,
        max_length=LARGEST_SHEET,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guessed_encoding = ""

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if upload := data.get("file"):
            if upload.size > LARGEST_SHEET:
                raise forms.ValidationError("The file is larger than 1 MB. Keep only the sheet to import.")
            data["text"], self.guessed_encoding = self._read(upload)
        if not data.get("text", "").strip():
            self.add_error("file", "Choose a file, or paste the cells of the sheet.")
        return data

    @staticmethod
    def _read(upload: Any) -> tuple[str, str]:
        try:
            return read_uploaded_text(upload.read(), upload.name or "The file", most_rows=MOST_ROWS)
        except (UndecodableText, CardFileFaults) as error:
            raise forms.ValidationError(str(error)) from None

    def chosen_columns(self) -> dict[int, str]:
        return chosen_columns(self.data, {target.key for target in self.targets})

    def answers(self) -> dict[int, str]:
        return answers_by_row(self.data)
