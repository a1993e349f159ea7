"""Simulate a disk that loses writes: after a power loss, acknowledged actions survive and no other is incomplete.

The writes of real actions are replayed with SQLite on a disk in memory, which knows what was synced. A power loss
preserves the synced writes, and any part of the others.
"""

import hashlib
import random
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

import apsw
from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection

from core.errors import Refused
from tests.drills.rows import table_columns
from tests.drills.scenes.scene import Place, Scene
from tournaments.action_log.verbs import Verb

_SECTOR: Final = 512  # bytes that a disk writes as a unit
_PARAMETER: Final = re.compile(r"(?<!%)%s")


class Statement(NamedTuple):
    """A statement that an action sent. Commits and rollbacks have their own entries."""

    sql: str
    rows: Sequence[Sequence[Any]]
    ends_transaction: bool


class Recorder:
    """Record the writing statements of this thread's connection."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if not sql.lstrip().upper().startswith(("SELECT", "PRAGMA", "WITH")):
            rows = [tuple(row) for row in params] if many else [tuple(params or ())]
            translated = _PARAMETER.sub("?", sql).replace("%%", "%")
            self.statements.append(Statement(translated, rows, not connection.in_atomic_block))
        return result

    @contextmanager
    def recording(self) -> Iterator[None]:
        commit, roll_back = connection._commit, connection._rollback

        def record_commit() -> None:
            commit()
            self.statements.append(Statement("COMMIT", [()], ends_transaction=True))

        def record_rollback() -> None:
            roll_back()
            self.statements.append(Statement("ROLLBACK", [()], ends_transaction=True))

        connection._commit, connection._rollback = record_commit, record_rollback
        try:
            with connection.execute_wrapper(self):
                yield
        finally:
            del connection._commit, connection._rollback


class Event(NamedTuple):
    """A write, truncation or sync of a file, or an acknowledged commit."""

    kind: str
    file: str = ""
    offset: int = 0
    content: bytes = b""


class RecordingDisk(apsw.VFS):
    """A file system that passes every call on and records it."""

    def __init__(self, name: str) -> None:
        self.vfs_name = name
        self.events: list[Event] = []
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> "RecordingFile":  # noqa: N802 - named by SQLite
        return RecordingFile(name, flags, self.events)


class RecordingFile(apsw.VFSFile):
    def __init__(self, name: Any, flags: list[int], events: list[Event]) -> None:
        file_name = name.filename() if isinstance(name, apsw.URIFilename) else name
        self._file = Path(file_name).name if file_name else ""
        self._events = events
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - named by SQLite
        super().xWrite(data, offset)
        self._events.append(Event("write", self._file, offset, bytes(data)))

    def xTruncate(self, size: int) -> None:  # noqa: N802 - named by SQLite
        super().xTruncate(size)
        self._events.append(Event("truncate", self._file, size))

    def xSync(self, flags: int) -> None:  # noqa: N802 - named by SQLite
        super().xSync(flags)
        self._events.append(Event("sync", self._file))


def lose_power(scenes: Mapping[Verb, Scene], folder: Path, times: int, synchronous: str = "") -> "LossCount":
    """Perform these scenes' actions, replay their writes, and lose power at random moments.

    Args:
        synchronous: A value such as "NORMAL" that replaces the program's setting.
    """
    places = {place: place() for place in dict.fromkeys(scene.place for scene in scenes.values())}
    base = _copy_database(folder / "base.sqlite3")
    recorder = Recorder()
    with recorder.recording():
        for scene in scenes.values():
            _perform(scene, places[scene.place])
    replay = Replay(base, folder, synchronous)
    replay.run(recorder.statements)
    replay.close()
    return replay.lose_power(times)


def _copy_database(file: Path) -> Path:
    """Copy the database unchanged, in the program's WAL mode."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(file)])
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=WAL")
    return file


def _perform(scene: Scene, place: Place) -> None:
    """Perform an action, unless an earlier one has made it impossible."""
    for step in (scene.prepare, scene.action):
        if step is not None:
            with suppress(Refused, AssertionError, ObjectDoesNotExist):
                step(place)


@dataclass
class LossCount:
    """The results of the power losses. `lost` and `damaged` must stay empty."""

    commits: int = 0
    losses: int = 0
    lost: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.losses} power losses during {self.commits} commits: {len(self.lost)} acknowledged actions lost, "
            f"{len(self.damaged)} damaged databases"
        )


class Replay:
    """Replay recorded statements on a copy of a database, and remember its content after each commit."""

    def __init__(self, base: Path, folder: Path, synchronous: str = "") -> None:
        self._start = {base.name: base.read_bytes()}
        self._folder = folder
        self._disk = RecordingDisk(f"recording-{id(self)}")
        copy = folder / base.name
        copy.write_bytes(self._start[base.name])
        self._connection = apsw.Connection(str(copy), vfs=self._disk.vfs_name)
        # without shared memory, which this file system lacks, SQLite requires exclusive access to the file
        self._connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        self._connection.execute(settings.DATABASES["default"]["OPTIONS"]["init_command"])
        self._connection.execute("PRAGMA wal_autocheckpoint=40")
        if synchronous:
            self._connection.execute(f"PRAGMA synchronous={synchronous}")
        self.events = self._disk.events
        self.digests = [digest(self._connection.execute)]

    def run(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            for row in statement.rows:
                self._connection.execute(statement.sql, row).fetchall()
            if statement.ends_transaction:
                self.events.append(Event("acknowledged"))
                self.digests.append(digest(self._connection.execute))

    def close(self) -> None:
        recorded = len(self.events)
        self._connection.close()
        del self.events[recorded:]
        self._disk.unregister()

    def lose_power(self, times: int, seed: int = 1) -> LossCount:
        """Lose power after random events, and open the files that survived."""
        dice, count = random.Random(seed), LossCount(commits=len(self.digests) - 1)
        moments = sorted(dice.choices(range(1, len(self.events) + 1), k=times))
        disk = Disk(self._start)
        done = 0
        for moment in moments:
            for event in self.events[done:moment]:
                disk.apply(event)
            done = moment
            self._check(disk, dice, count)
        return count

    def _check(self, disk: "Disk", dice: random.Random, count: LossCount) -> None:
        count.losses += 1
        file = self._folder / "after.sqlite3"
        for suffix in ("-wal", "-shm"):
            file.with_name(file.name + suffix).unlink(missing_ok=True)
        (name,) = self._start
        for file_name, content in disk.surviving_files(dice).items():
            file.with_name(file_name.replace(name, file.name)).write_bytes(content)
        where = f"loss {count.losses}, after {disk.acknowledged} commits"
        try:
            with closing(sqlite3.connect(file)) as database:
                (verdict,) = database.execute("PRAGMA integrity_check").fetchone()
                on_disk = digest(database.execute)
        except sqlite3.DatabaseError as error:
            count.damaged.append(f"{where}: {error}")
            return
        if verdict != "ok":
            count.damaged.append(f"{where}: {verdict}")
        elif on_disk not in self.digests[disk.acknowledged : disk.acknowledged + 2]:
            count.lost.append(where)


class Disk:
    """Files with their synced content and the writes since then, any part of which survives a power loss."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._synced = {name: bytearray(content) for name, content in files.items()}
        self._pending: dict[str, list[Event]] = {}
        self.acknowledged = 0

    def apply(self, event: Event) -> None:
        if event.kind == "acknowledged":
            self.acknowledged += 1
        elif event.kind == "sync":
            for pending in self._pending.pop(event.file, []):
                _apply(self._synced.setdefault(event.file, bytearray()), pending)
        else:
            self._pending.setdefault(event.file, []).append(event)

    def surviving_files(self, dice: random.Random) -> dict[str, bytearray]:
        """Return the files after a power loss: all synced writes, and a random part of the others."""
        files = {name: bytearray(content) for name, content in self._synced.items()}
        share = dice.choice((0.0, 0.5, 0.9, 1.0))
        for name, events in self._pending.items():
            content = files.setdefault(name, bytearray())
            for event in events:
                if dice.random() < share:
                    _apply(content, _torn(event, dice))
        return files


def _apply(content: bytearray, event: Event) -> None:
    if event.kind == "truncate":
        del content[event.offset :]
        return
    content.extend(bytes(max(0, event.offset - len(content))))
    content[event.offset : event.offset + len(event.content)] = event.content


def _torn(event: Event, dice: random.Random) -> Event:
    """Return a whole write, or its first sectors."""
    sectors = len(event.content) // _SECTOR
    if sectors < 2 or dice.random() < 0.8:
        return event
    return event._replace(content=event.content[: _SECTOR * dice.randrange(sectors)])


def digest(execute: Callable[[str], Any]) -> str:
    """Return a hash of all rows."""
    content = hashlib.sha256()
    for table in table_columns():
        columns = ", ".join(f'"{column}"' for column in table.columns)
        rows = execute(f'SELECT {columns} FROM "{table.name}" ORDER BY 1')
        content.update(repr(list(rows)).encode())
    return content.hexdigest()
