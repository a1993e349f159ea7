"""Check whether a laptop's SQLite file is usable, and move an unusable file aside."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection, connections

_SUFFIXES: Final = ("", "-wal", "-shm")


def database_path() -> Path:
    return Path(settings.DATABASES["default"]["NAME"])


def database_damage() -> str:
    """Return the damage to the SQLite file: "empty" or SQLite's message, or "" if the file is sound."""
    if connection.vendor != "sqlite" or not database_path().is_file():
        return ""
    if not database_path().stat().st_size:
        return "empty"
    try:
        with closing(sqlite3.connect(database_path())) as database:
            (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError:
        return ""  # locked or full, but not damaged
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if verdict == "ok" else str(verdict).replace("\n", " ")


@contextmanager
def database_set_aside() -> Iterator[Path]:
    """Rename the file so that a new one can replace it. Restore the name after an error."""
    path = database_path()
    aside = _free_name(path)
    _move(path, aside)
    try:
        yield aside
    except BaseException:
        _move(aside, path)
        raise


def _free_name(path: Path) -> Path:
    number = 1
    while (name := path.with_name(f"{path.name}.replaced-{number}")).exists():
        number += 1
    return name


def _move(source: Path, target: Path) -> None:
    connections.close_all()
    for suffix in _SUFFIXES:
        file, place = (path.with_name(f"{path.name}{suffix}") for path in (source, target))
        place.unlink(missing_ok=True)
        if file.exists():
            file.replace(place)
