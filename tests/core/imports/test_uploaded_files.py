"""Test that uploaded workbooks are parsed in a child process, completely or not at all."""

import io
from typing import Any

import pytest
from openpyxl import Workbook

from core.child_process import ReadLimits
from core.imports.uploaded_files import read_uploaded_cards
from seasons.workbooks import LONGEST_TEXT, CardFileFaults


def workbook_of(*rows: list[Any]) -> bytes:
    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet("Players")
    for row in rows:
        sheet.append(row)
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


def test_filled_rows_preserve_row_numbers_and_types() -> None:
    content = read_uploaded_cards(workbook_of(["Code", "AB"], [], ["x" * 5000, "=1+1"]), "cards.xlsx")
    (sheet,) = content.sheets
    assert [number for number, _ in sheet.rows] == [1, 3]
    text, formula = sheet.rows[1][1]
    assert (len(text.value), formula.data_type) == (LONGEST_TEXT, "f")


def test_long_workbook_is_deferred_to_the_worker() -> None:
    content = read_uploaded_cards(workbook_of(*[["x"]] * 2500), "cards.xlsx", only_small=True)
    assert (content.was_read, content.size.rows) == (False, 2500)


def test_rejects_a_file_that_is_not_a_workbook() -> None:
    with pytest.raises(CardFileFaults, match="This is not an Excel workbook"):
        read_uploaded_cards(b"PK and a letter", "cards.xlsx")


def test_rejects_a_workbook_that_needs_too_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.imports.uploaded_files.LIMITS", ReadLimits(megabytes=48))
    with pytest.raises(CardFileFaults) as refused:
        read_uploaded_cards(workbook_of(*[["x"] * 50] * 3000), "cards.xlsx")
    assert str(refused.value).startswith("cards.xlsx ")
