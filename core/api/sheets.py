"""Sheets in the API: text that is read as the import pages read it, and the faults of its rows."""

from collections.abc import Iterable
from typing import Any

from rest_framework import exceptions, serializers

from core.imports.sheet_forms import LARGEST_SHEET, SheetForm
from core.imports.tables import ImportTable


class SheetTextSerializer(serializers.Serializer[Any]):
    """The cells of a sheet as text: CSV, or copied from a spreadsheet, with a row of headings."""

    text = serializers.CharField(max_length=LARGEST_SHEET, trim_whitespace=False)


class RowFaultSerializer(serializers.Serializer[Any]):
    place = serializers.CharField(help_text="of the row in the sheet")
    finding = serializers.CharField()
    sentence = serializers.CharField()


def read_sheet_text(text: str) -> ImportTable:
    """Read the cells of a sheet. Raise ValidationError for a text that can't be read."""
    form = SheetForm({"text": text})
    if not form.is_valid():
        sentences = [str(sentence) for errors in form.errors.values() for sentence in errors]
        raise exceptions.ValidationError({"text": sentences})
    table: ImportTable = form.cleaned_data["table"]
    return table


def describe_row_faults(table: ImportTable, faults: Iterable[Any]) -> list[dict[str, str]]:
    """Return the faults of rows, each with a `row` and a `ruling`, for RowFaultSerializer."""
    return [
        {"place": table.place(fault.row), "finding": fault.ruling.finding.name, "sentence": str(fault.ruling)}
        for fault in faults
    ]
