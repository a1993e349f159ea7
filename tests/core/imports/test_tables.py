"""Test the single reader for tables from any source: parsed values, notes and rejected files."""

import io
import zipfile
from datetime import datetime
from typing import Any

import pytest
from openpyxl import Workbook

from core.child_process import ReadLimits, UnreadableFile
from core.imports.tables import (
    ImportTable,
    UnreadableTable,
    read_pasted_table,
    read_table_file,
    table_from_json,
)
from tests.core.imports.spreadsheets import ods_of, ods_with, xls_of

ROWS: list[list[str | float | None]] = [["Player", "HR"], ["José Offerman", 7.0], [None, 1.5]]
READ = [(1, ["Player", "HR"]), (2, ["José Offerman", "7"]), (3, ["", "1.5"])]


def xlsx_of(**sheets: list[list[Any]]) -> Workbook:
    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    return book


def saved(book: Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def with_part(content: bytes, name: str, part: bytes) -> bytes:
    """Return a workbook with one part replaced or added."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.namelist():
            if entry != name:
                new.writestr(entry, old.read(entry))
        new.writestr(name, part)
    return file.getvalue()


def part_of(content: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.read(name)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.xls", xls_of({"Hitters": ROWS})),
        ("a.ods", ods_of({"Hitters": ROWS})),
        ("a.xlsx", saved(xlsx_of(Hitters=ROWS))),
        ("a.csv", "\ufeffPlayer;HR\nJosé Offerman;7\n;1.5\n".encode()),
        ("mac.txt", "Player\tHR\rJosé Offerman\t7\r\t1.5\r".encode("mac_roman")),
        (
            "page.xls",
            b"<html><table><tr><th>Player<th>HR</tr><tr><td>Jos&eacute; <b>Offerman</b></td><td>7</td></tr>"
            b"<tr><td></td><td>1.5</td></tr></table></html>",
        ),
    ],
)
def test_every_file_format_yields_the_same_rows(name: str, content: bytes) -> None:
    assert read_table_file(content, name).rows == READ


def test_workbook_rejected_by_openpyxl_is_read() -> None:
    content = saved(xlsx_of(Hitters=ROWS))
    styles = part_of(content, "xl/styles.xml").replace(b'patternType="none"', b'patternType="unheard of"')
    assert read_table_file(with_part(content, "xl/styles.xml", styles), "league.xlsx").rows == READ


def test_rows_from_several_sheets_include_the_sheet_name() -> None:
    book = xlsx_of(Hitters=ROWS, Notes=[["private"]], Pitchers=ROWS[:2])
    book["Notes"].sheet_state = "hidden"
    table = read_table_file(saved(book), "league.xlsx")
    assert [(table.place(number), cells[0]) for number, cells in table.rows][-2:] == [
        ("Pitchers, row 1", "Player"),
        ("Pitchers, row 2", "José Offerman"),
    ]
    assert table.notes == ["The hidden sheet “Notes” was not read."]
    assert table.first_sheet().rows == READ


def test_formulas_are_read_by_saved_value_and_reported() -> None:
    content = saved(xlsx_of(Hitters=[["Player", "HR", "H"], ["Bonds", "=30+7", 150], ["Sosa", "=60+6", "=1/0"]]))
    part = part_of(content, "xl/worksheets/sheet1.xml")
    part = part.replace(b"<f>30+7</f><v />", b"<f>30+7</f><v>37</v>").replace(
        b"<f>30+7</f><v></v>", b"<f>30+7</f><v>37</v>"
    )
    table = read_table_file(with_part(content, "xl/worksheets/sheet1.xml", part), "league.xlsx")
    assert [cells for _, cells in table.rows] == [["Player", "HR", "H"], ["Bonds", "37", "150"], ["Sosa", "", ""]]
    assert table.notes == [
        "Hitters, column B: a formula in row 2. The saved values were read.",
        "Hitters, row 3, column B: has a formula without a saved value. Enter the value instead.",
        "Hitters, row 3, column C: has a formula without a saved value. Enter the value instead.",
    ]


def test_merged_cell_applies_to_each_row() -> None:
    book = xlsx_of(Draft=[["Team", "Player"], ["Hawks", "Bonds"], [None, "Sosa"], ["Owls", "Ruth"]])
    book["Draft"].merge_cells("A2:A3")
    table = read_table_file(saved(book), "league.xlsx")
    assert table.rows[2] == (3, ["Hawks", "Sosa"])
    assert table.notes == ["Draft, row 2, column A: is merged down to row 3. “Hawks” is used for each of these rows."]


def test_date_cell_is_read_as_an_iso_date() -> None:
    table = read_table_file(saved(xlsx_of(A=[["Player", "Running"], ["Bonds", datetime(2026, 1, 15)]])), "a.xlsx")
    assert table.rows[1] == (2, ["Bonds", "2026-01-15"])


def test_macros_are_not_run() -> None:
    content = with_part(saved(xlsx_of(Hitters=ROWS)), "xl/vbaProject.bin", b"Sub Auto_Open()")
    table = read_table_file(content, "league.xlsm")
    assert (table.rows, len(table.notes)) == (READ, 1)


def test_lines_in_another_encoding_are_reported() -> None:
    table = read_table_file("Player\nJosé\n".encode() + "Peña\n".encode("cp1252"), "a.csv")
    assert [cells for _, cells in table.rows] == [["Player"], ["José"], ["Peña"]]
    assert table.notes == ["Line 3 has a different encoding from the rest. Check the accents there."]


def _bomb() -> bytes:
    return with_part(saved(xlsx_of(A=ROWS)), "xl/worksheets/sheet1.xml", b" " * (64 << 20))


_XXE = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>'
_FAR = (
    '<office:spreadsheet><table:table table:name="A"><table:table-row table:number-rows-repeated="1000000">'
    '<table:table-cell table:number-columns-repeated="16000" office:value-type="string"><text:p>x</text:p>'
    "</table:table-cell></table:table-row></table:table></office:spreadsheet>"
)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("bomb.xlsx", _bomb()),
        ("entities.ods", ods_with("<office:spreadsheet/>", _XXE)),
        ("far.ods", ods_with(_FAR)),
        ("torn.xlsx", saved(xlsx_of(A=ROWS))[:900]),
        ("torn.xls", xls_of({"A": ROWS})[:900]),
        ("picture.csv", b"GIF89a\x00\x00"),
        ("long.csv", b"a,b\n" * 6000),
        ("wide.csv", b"," * 101 + b"x"),
        ("page.html", b"<html><p>Not found</p></html>"),
        ("far.xls", xls_of({"A": [["Player"]] + [[]] * 30_000 + [["x"]]})),
    ],
)
def test_rejects_a_hostile_or_broken_file(name: str, content: bytes) -> None:
    with pytest.raises(UnreadableTable) as refused:
        read_table_file(content, name)
    assert name in str(refused.value) or "at most" in str(refused.value)


def test_reading_limits_time_and_memory() -> None:
    with pytest.raises(UnreadableFile, match="too much memory"):
        read_table_file(saved(xlsx_of(A=[["x" * 50] * 50] * 3000)), "a.xlsx", limits=ReadLimits(megabytes=48))
    with pytest.raises(UnreadableFile, match="too long"):
        read_pasted_table("\n".join([",".join(["abc"] * 250)] * 4000), limits=ReadLimits(seconds=0.01))


def test_preview_table_round_trips() -> None:
    table = ImportTable([(1, ["Player", "“x”"]), (1_000_002, ["<b>"])], ("A", "B"))
    assert table_from_json(table.as_json()) == table


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[1]", '[[""],[[1,"ab"],2]]', '[[""],[[-1,[]]]]', '[[""],[[true,[]]]]', '[[""],[[1,[2]]]]', "[" * 9000],
)
def test_rejects_a_damaged_preview(text: str) -> None:
    with pytest.raises(UnreadableTable):
        table_from_json(text)
