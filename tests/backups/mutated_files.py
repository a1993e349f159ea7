"""Change tournament files at random, and count the outcomes of importing them.

The changes affect archive bytes, database values and rows, and stored JSON. Each import runs in a transaction that is
rolled back. The readers run in this process, one at a time.
"""

import hashlib
import json
import random
import shutil
import sqlite3
import tempfile
import time
import zipfile
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import transaction

from backups.archives import BackupError
from backups.ownership import _path_to_tournament, owned_models
from backups.transfer import import_tournament
from tournaments.action_log.writing import PROGRAM

NUMBERS: list[Any] = [None, -1, 0, 1, 2**31, 2**63 - 1, -(2**63), 1.5]
TEXTS: list[Any] = ["", "x", "x" * 300, "\x00", "[]", "{}", "null", b"\xff"]
JSON_VALUES: list[Any] = [None, -1, 10**30, "x", [], {}, [[[]]], {"team": -5}, {"series:7": {"home_id": "x"}}, True]


def rewritten(source: Path, target: Path, statements: str, **manifest: object) -> Path:
    """Write a copy of an archive after running these statements, with a matching manifest."""
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(source) as archive:
            archive.extractall(folder)
        database = Path(folder) / "pennant.sqlite3"
        with closing(sqlite3.connect(database)) as changed:
            changed.execute("PRAGMA foreign_keys = OFF")
            changed.execute("PRAGMA ignore_check_constraints = ON")
            changed.executescript(statements)
            changed.commit()
        return pack(Path(folder), target, **manifest)


def pack(folder: Path, target: Path, **values: object) -> Path:
    """Write an archive from an extracted one, with its database's digest and newest action."""
    database = folder / "pennant.sqlite3"
    facts = json.loads((folder / "facts.json").read_text()) | values
    facts["sha256"] = hashlib.sha256(database.read_bytes()).hexdigest()
    with closing(sqlite3.connect(database)) as read, suppress(sqlite3.Error):  # its database has no such table now
        (facts["newest_act"],) = read.execute("SELECT COALESCE(MAX(id), 0) FROM tournaments_action").fetchone()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("facts.json", json.dumps(facts))
        archive.write(database, "pennant.sqlite3")
    return target


@dataclass
class Count:
    imported: int = 0
    refused: int = 0
    raised: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    slowest: float = 0.0  # CPU seconds


class Mutator:
    """Create changed copies of one tournament file and import each."""

    def __init__(self, source: Path, folder: Path, seed: int) -> None:
        self.source = source
        self.folder = folder
        self.chance = random.Random(seed)
        with zipfile.ZipFile(source) as archive:
            self.facts = json.loads(archive.read("facts.json"))
            self.database = Path(archive.extract("pennant.sqlite3", folder))
        self.columns: dict[str, list[tuple[str, str]]] = {}
        self.rows: dict[str, list[int]] = {}
        with closing(sqlite3.connect(self.database)) as database:
            self._find_cells(database)

    def _find_cells(self, database: sqlite3.Connection) -> None:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        for (table,) in tables.fetchall():
            rows = [number for (number,) in database.execute(f'SELECT rowid FROM "{table}"')]
            if rows:
                self.rows[table] = rows
                columns = database.execute(f'PRAGMA table_info("{table}")').fetchall()
                self.columns[table] = [(column[1], column[2].lower()) for column in columns]

    def run(self, number: int) -> Count:
        count = Count()
        before = other_rows()
        for _ in range(number):
            path, mutation = self._mutated()
            start = time.process_time()
            try:
                with transaction.atomic():
                    tournament = import_tournament(path, PROGRAM)
                    after = other_rows(tournament.pk)
                    transaction.set_rollback(True)
                count.imported += 1
                if after != before:
                    count.changed.append(mutation)
            except BackupError:
                count.refused += 1
            except Exception as fault:
                count.raised.append(f"{mutation}: {type(fault).__name__}: {fault}"[:300])
            count.slowest = max(count.slowest, time.process_time() - start)
        return count

    def _mutated(self) -> tuple[Path, str]:
        """Return a changed file and a description of the change."""
        if self.chance.randrange(5) == 0:
            return self._byte_changed()
        changed = self.folder / "changed.sqlite3"
        shutil.copyfile(self.database, changed)
        mutations = []
        with closing(sqlite3.connect(changed)) as database:
            database.execute("PRAGMA journal_mode = OFF")
            database.execute("PRAGMA ignore_check_constraints = ON")
            for _ in range(self.chance.choice((1, 1, 2, 4))):
                mutation, statement, values = self._change()
                with suppress(sqlite3.Error):  # the table's constraints reject it
                    database.execute(statement, values)
                    mutations.append(mutation)
            database.commit()
            newest = self.facts["newest_act"]
            with suppress(sqlite3.Error):  # the table no longer exists
                (newest,) = database.execute("SELECT COALESCE(MAX(id), 0) FROM tournaments_action").fetchone()
        digest = hashlib.sha256(changed.read_bytes()).hexdigest()
        path = self.folder / "changed.pennant"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("facts.json", json.dumps(self.facts | {"sha256": digest, "newest_act": newest}))
            archive.write(changed, "pennant.sqlite3")
        return path, "; ".join(mutations)[:250]

    def _byte_changed(self) -> tuple[Path, str]:
        content = bytearray(self.source.read_bytes())
        place = self.chance.randrange(len(content))
        content[place] ^= 1 << self.chance.randrange(8)
        path = self.folder / "byte.pennant"
        path.write_bytes(bytes(content))
        return path, f"byte {place}"

    def _change(self) -> tuple[str, str, tuple[Any, ...]]:
        """Return a change with its statement and values."""
        table = self.chance.choice(list(self.rows))
        if table == "django_migrations" and self.chance.randrange(10):
            table = self.chance.choice(list(self.rows))  # a different migration is slow to apply
        row = self.chance.choice(self.rows[table])
        kind = self.chance.randrange(6)
        if kind == 0:
            return f"{table} {row} deleted", f'DELETE FROM "{table}" WHERE rowid = ?', (row,)
        column, column_type = self.chance.choice(self.columns[table])
        value = self.chance.choice([*NUMBERS, *TEXTS])
        if kind == 1:
            column = "id"
            value = self.chance.choice([self.chance.randrange(10**5), 10**13, 10**15 + 1])
        elif kind <= 3 and "text" in column_type:
            value = json.dumps(self.chance.choice(JSON_VALUES))
        mutation = f"{table}.{column} of row {row} is {value!r}"[:100]
        return mutation, f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (value, row)


def other_rows(tournament: int = 0) -> list[Any]:
    """Return every row outside this tournament, except for the shared cards."""
    return [
        list(model._base_manager.exclude(**{_path_to_tournament(model): tournament}).order_by("pk").values_list())
        for model in owned_models()
    ]
