"""Copies of the whole installation: made while it runs, kept by a rule, in one folder or two.

Kept: the last 24 made by the hour, 14 nightly ones, and five each from before an upgrade and before a copy was
brought back. What somebody asked for stays until somebody takes it away.
"""

import logging
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection
from django.utils import timezone

from backups.archives import Facts, KeptTournament, NotKept, digest, facts_of, mark_of, write_copy
from backups.table_rows import copy_rows, models_at, sqlite_file, state_of
from core.read_snapshot import read_snapshot
from tournaments.models import Action, Tournament

logger = logging.getLogger(__name__)


class CopyKind(StrEnum):
    ASKED = "asked"
    HOURLY = "hourly"
    NIGHTLY = "nightly"
    UPGRADE = "upgrade"
    RESTORE = "restore"
    TOURNAMENT = "tournament"  # no copy of everything: one tournament that travels


KEPT: Final = {CopyKind.HOURLY: 24, CopyKind.NIGHTLY: 14, CopyKind.UPGRADE: 5, CopyKind.RESTORE: 5}
_BUSY_SECONDS: Final = 600  # who is busy for longer has died


class Copy(NamedTuple):
    """A copy that lies in one of the folders."""

    path: Path
    facts: Facts
    size: int


def folders() -> list[Path]:
    """The folder beside the data, and the second one where it is set, such as a USB stick."""
    return [Path(folder) for folder in (settings.BACKUP_FOLDER, settings.SECOND_BACKUP_FOLDER) if folder]


def copies(folder: Path) -> list[Copy]:
    """Newest first; what is no copy is passed over."""
    held = []
    for path in sorted(folder.glob("pennant-*.zip"), reverse=True):
        with suppress(NotKept, OSError):
            held.append(Copy(path, facts_of(path), path.stat().st_size))
    return held


def make_copy(kind: CopyKind, moment: datetime | None = None) -> Path:
    """A copy in the first folder, and in the second where that is there. Raises NotKept where none could be made."""
    moment = moment or timezone.now()
    first, *others = folders()
    try:
        first.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise NotKept(f"The folder {first} cannot be made: {fault.strerror}.") from fault
    with _alone(first), tempfile.TemporaryDirectory(prefix="pennant-copy-", dir=first) as folder:
        database = Path(folder) / "copy.sqlite3"
        _copy_database(database)
        path = first / f"pennant-{moment:%Y-%m-%d-%H%M%S}-{kind}.zip"
        key = settings.SECRET_KEY if settings.SECRET_KEY_FILE else ""
        facts = facts_in(database, kind, moment, key)
        write_copy(path, database, facts, key)
        for other in others:
            _write_to_the_second(other / path.name, database, facts, key)
    tidy(first)
    return path


def second_folder_fault() -> str:
    """Why nothing is kept in the second folder now; empty where all is well or none is set."""
    if not settings.SECOND_BACKUP_FOLDER:
        return ""
    folder = Path(settings.SECOND_BACKUP_FOLDER)
    if not folder.parent.is_dir():
        return f"{folder} is not there: is the stick in?"
    return "" if os.access(folder if folder.is_dir() else folder.parent, os.W_OK) else f"{folder} cannot be written."


def tidy(folder: Path) -> None:
    """Take away what the rule no longer keeps."""
    for kind, most in KEPT.items():
        for path in sorted(folder.glob(f"pennant-*-{kind}.zip"), reverse=True)[most:]:
            with suppress(OSError):
                path.unlink()


def due(moment: datetime) -> CopyKind | None:
    """What the clock asks for: once a night, and once an hour where something was done since."""
    held = copies(folders()[0])
    newest = _newest_act()
    tonight = [
        copy for copy in held if copy.facts.kind == CopyKind.NIGHTLY and _night(copy.facts.made_at) >= _day(moment)
    ]
    if not tonight and newest:
        return CopyKind.NIGHTLY
    last = held[0].facts if held else None
    if last and last.newest_act == newest:
        return None
    old_enough = last is None or (moment - datetime.fromisoformat(last.made_at)).total_seconds() >= 3600
    return CopyKind.HOURLY if old_enough and newest else None


def _day(moment: datetime) -> str:
    """A night ends at three in the morning."""
    return (timezone.localtime(moment) - timedelta(hours=3)).date().isoformat()


def _night(made_at: str) -> str:
    return _day(datetime.fromisoformat(made_at))


def _newest_act() -> int:
    return int(Action.objects.order_by("-pk").values_list("pk", flat=True).first() or 0)


def _write_to_the_second(path: Path, database: Path, facts: Facts, key: str) -> None:
    """A stick that was pulled out is said on the page and in the log; the first folder has its copy all the same."""
    try:
        path.parent.mkdir(exist_ok=True)
        write_copy(path, database, facts, key)
        tidy(path.parent)
    except (NotKept, OSError) as fault:
        logger.warning("nothing could be kept in the second folder %s: %s", path.parent, fault)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One at a time, also where several workers look at the clock."""
    mark = folder / ".busy"
    with suppress(OSError):
        if time.time() - mark.stat().st_mtime > _BUSY_SECONDS:
            mark.unlink()
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    except FileExistsError:
        raise NotKept("A copy is being made at this moment. Try it again in a minute.") from None
    except OSError as fault:
        raise NotKept(f"Nothing can be written to {folder}: {fault.strerror}.") from fault
    try:
        yield
    finally:
        mark.unlink(missing_ok=True)


def _copy_database(target: Path) -> None:
    if connection.vendor == "sqlite":
        # SQLite's own backup, which nobody has to wait for
        with (
            closing(sqlite3.connect(settings.DATABASES["default"]["NAME"])) as live,
            closing(sqlite3.connect(target)) as copy,
        ):
            live.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
        return
    state = state_of(connection)
    migrate_file(target, state)
    with sqlite_file(target) as alias, read_snapshot():
        copy_rows(models_at(connection, state), "default", alias)


def migrate_file(database: Path, state: list[tuple[str, str]] | None = None) -> None:
    """In a process of its own, for migrations write to the database that the settings name."""
    words = [f"{app}.{name}" for app, name in state or []]
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{database}", "REDIS_URL": "", "PENNANT_BACKUPS": "false"}
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "migrate_to", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise NotKept(f"The copy cannot be brought to this version: {done.stderr.strip()[-300:]}")


def facts_in(database: Path, kind: CopyKind, moment: datetime, key: str) -> Facts:
    """What the copy holds, read from the copy itself."""
    with closing(sqlite3.connect(database)) as copy:
        rows = copy.execute(
            """SELECT t.name, t.stage, t.created_at, (SELECT COUNT(*) FROM tournaments_team WHERE tournament_id = t.id),
                      (SELECT COUNT(*) FROM tournaments_action WHERE tournament_id = t.id),
                      (SELECT COALESCE(MAX(at), '') FROM tournaments_action WHERE tournament_id = t.id)
               FROM tournaments_tournament t ORDER BY t.id"""
        ).fetchall()
        (newest,) = copy.execute("SELECT COALESCE(MAX(id), 0) FROM tournaments_action").fetchone()
    stages = dict(Tournament.Stage.choices)
    held = [
        KeptTournament(name, stages.get(stage, stage), teams, acts, at[:16], created_at)
        for name, stage, created_at, teams, acts, at in rows
    ]
    return Facts(
        version=settings.VERSION,
        made_at=moment.isoformat(timespec="milliseconds"),
        kind=kind,
        came_from=connection.vendor,
        tournaments=held,
        newest_act=newest,
        sha256=digest(database),
        has_key=bool(key),
        made_under="" if kind == CopyKind.TOURNAMENT else mark_of(settings.SECRET_KEY),
    )
