"""Parse spreadsheets in API requests the way the import pages do, and report faulty rows."""

from collections.abc import Iterable
from typing import Any

from rest_framework import exceptions, serializers

from core.imports.sheet_forms import LARGEST_SHEET, SheetForm
from core.imports.tables import ImportTable


class SheetTextSerializer(serializers.Serializer[Any]):
    """A sheet's cells as text: CSV, or cells copied from a spreadsheet, with a header row."""

    text = serializers.CharField(max_length=LARGEST_SHEET, trim_whitespace=False)


class RowFaultSerializer(serializers.Serializer[Any]):
    place = serializers.CharField(help_text="of the row in the sheet")
    finding = serializers.CharField()
    sentence = serializers.CharField()


def read_sheet_text(text: str) -> ImportTable:
    """Parse a sheet's cells. Raise ValidationError if the text can't be parsed."""
    form = SheetForm({"text": text})
    if not form.is_valid():
        sentences = [str(sentence) for errors in form.errors.values() for sentence in errors]
        raise exceptions.ValidationError({"text": sentences})
    table: ImportTable = form.cleaned_data["table"]
    return table


def describe_row_faults(table: ImportTable, faults: Iterable[Any]) -> list[dict[str, str]]:
    """Return row faults for RowFaultSerializer, each with a `row` and a `ruling`."""
    return [
        {"place": table.place(fault.row), "finding": fault.ruling.finding.name, "sentence": str(fault.ruling)}
        for fault in faults
    ]
