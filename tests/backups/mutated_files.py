"""Change tournament files at random, and count what comes of opening them.

`python -m tests.backups.mutated_files 1000` opens a thousand in the database that the environment names. Bytes of the
archive, values and rows of the database, and stored JSON are changed. Each file is opened in a transaction that is
rolled back.
"""

import hashlib
import json
import random
import sqlite3
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

NUMBERS: list[Any] = [None, -1, 0, 1, 2**31, 2**63 - 1, -(2**63), 1.5]
TEXTS: list[Any] = ["", "x", "x" * 300, "\x00", "[]", "{}", "null", b"\xff"]
JSON_VALUES: list[Any] = [None, -1, 10**30, "x", [], {}, [[[]]], {"team": -5}, {"series:7": {"home_id": "x"}}, True]


def rewritten(source: Path, target: Path, statements: str, **manifest: object) -> Path:
    """Write a copy of an archive after these statements, with a manifest that fits it."""
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
    """Write an archive of an extracted one, with the digest and newest action of its database."""
    database = folder / "pennant.sqlite3"
    facts = json.loads((folder / "facts.json").read_text()) | values
    facts["sha256"] = hashlib.sha256(database.read_bytes()).hexdigest()
    with closing(sqlite3.connect(database)) as read, suppress(sqlite3.Error):  # it has no such table any more
        (facts["newest_act"],) = read.execute("SELECT COALESCE(MAX(id), 0) FROM tournaments_action").fetchone()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("facts.json", json.dumps(facts))
        archive.write(database, "pennant.sqlite3")
    return target


@dataclass
class Count:
    opened: int = 0
    refused: int = 0
    raised: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    slowest: float = 0.0  # seconds


class Mutator:
    """Makes files from one tournament file and opens each."""

    def __init__(self, source: Path, folder: Path, seed: int) -> None:
        self.source = source
        self.folder = folder
        self.chance = random.Random(seed)

    def run(self, number: int) -> Count:
        from django.db import transaction  # noqa: PLC0415 - the command sets Django up first

        from backups.archives import BackupError  # noqa: PLC0415
        from backups.transfer import import_tournament  # noqa: PLC0415
        from tournaments.action_log.writing import PROGRAM  # noqa: PLC0415

        count = Count()
        before = other_rows()
        for _ in range(number):
            mutation = self.chance.choice(self.mutations)
            path, what = mutation(self)
            start = time.monotonic()
            try:
                with transaction.atomic():
                    tournament = import_tournament(path, PROGRAM)
                    after = other_rows(tournament.pk)
                    transaction.set_rollback(True)
                count.opened += 1
                if after != before:
                    count.changed.append(what)
            except BackupError:
                count.refused += 1
            except Exception as fault:
                count.raised.append(f"{what}: {type(fault).__name__}: {fault}"[:300])
            count.slowest = max(count.slowest, time.monotonic() - start)
        return count

    def _byte(self) -> tuple[Path, str]:
        content = bytearray(self.source.read_bytes())
        place = self.chance.randrange(len(content))
        content[place] ^= 1 << self.chance.randrange(8)
        path = self.folder / "byte.pennant"
        path.write_bytes(bytes(content))
        return path, f"byte {place}"

    def _value(self) -> tuple[Path, str]:
        table, column, number = self._cell()
        value = self.chance.choice([*NUMBERS, *TEXTS])
        return self._updated(table, column, number, value)

    def _json(self) -> tuple[Path, str]:
        table, column, number = self._cell(kind="text")
        value = json.dumps(self.chance.choice(JSON_VALUES))
        return self._updated(table, column, number, value)

    def _deleted(self) -> tuple[Path, str]:
        table, _, number = self._cell()
        return self._changed(f'DELETE FROM "{table}" WHERE rowid = ?', (number,)), f"{table} {number} deleted"

    def _renumbered(self) -> tuple[Path, str]:
        table, _, number = self._cell()
        return self._updated(
            table, "id", number, self.chance.choice([self.chance.randrange(1, 10**5), 10**9 + 1, 10**13])
        )

    def _updated(self, table: str, column: str, number: int, value: Any) -> tuple[Path, str]:
        path = self._changed(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (value, number))
        return path, f"{table}.{column} of row {number} is {value!r}"[:200]

    mutations: list[Callable[["Mutator"], tuple[Path, str]]] = [_byte, _value, _value, _json, _deleted, _renumbered]

    def _cell(self, kind: str = "") -> tuple[str, str, int]:
        """A table with rows, one of its columns, and a row."""
        with (
            tempfile.TemporaryDirectory() as folder,
            closing(sqlite3.connect(self._extracted(Path(folder)))) as database,
        ):
            while True:
                tables = database.execute(
                    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
                )
                table = self.chance.choice([name for (name,) in tables])
                columns = [
                    column[1]
                    for column in database.execute(f'PRAGMA table_info("{table}")')
                    if kind in column[2].lower()
                ]
                rows = database.execute(f'SELECT rowid FROM "{table}"').fetchall()
                if rows and columns:
                    return table, self.chance.choice(columns), self.chance.choice(rows)[0]

    def _changed(self, statement: str, values: tuple[Any, ...]) -> Path:
        with tempfile.TemporaryDirectory() as folder:
            path = self._extracted(Path(folder))
            with closing(sqlite3.connect(path)) as database:
                database.execute("PRAGMA ignore_check_constraints = ON")
                with suppress(sqlite3.Error):  # the table's own rules refuse it; the file stays as it was
                    database.execute(statement, values)
                database.commit()
            return pack(Path(folder), self.folder / "changed.pennant")

    def _extracted(self, folder: Path) -> Path:
        with zipfile.ZipFile(self.source) as archive:
            archive.extractall(folder)
        return folder / "pennant.sqlite3"


def other_rows(tournament: int = 0) -> list[Any]:
    """Return every row that doesn't belong to this tournament; cards may come along."""
    from backups.ownership import _path_to_tournament as path_to_tournament  # noqa: PLC0415
    from backups.ownership import owned_models  # noqa: PLC0415

    return [
        list(model._base_manager.exclude(**{path_to_tournament(model): tournament}).order_by("pk").values_list())
        for model in owned_models()
    ]


def main() -> None:
    import django  # noqa: PLC0415

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    from backups.transfer import write_tournament  # noqa: PLC0415
    from weekend.practice.weekend import PracticeField, build_weekend  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    made = build_weekend(
        stage="round_robin", seed=3, field=PracticeField(managed=8, divisions=1, has_imputed_team=False)
    )
    with tempfile.TemporaryDirectory() as folder:
        write_tournament(made, Path(folder) / "weekend.pennant")
        made.delete()
        count = Mutator(Path(folder) / "weekend.pennant", Path(folder), seed=int(time.time())).run(int(sys.argv[1]))
    sys.stdout.write(
        f"{count.opened} opened, {count.refused} refused, {len(count.raised)} raised, "
        f"{len(count.changed)} changed others, the slowest took {count.slowest:.1f} s\n"
    )
    for problem in [*count.raised, *count.changed][:50]:
        sys.stdout.write(f"  {problem}\n")


if __name__ == "__main__":
    main()
