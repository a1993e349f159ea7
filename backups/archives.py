"""A kept copy: one file with the whole database, the key of its links, and what it holds in words.

Inside is always SQLite, also of an installation on PostgreSQL, so that it opens everywhere. A copy counts when it was
read back: whole, sound, and with as many acts as it says.
"""

import hashlib
import json
import os
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils.crypto import salted_hmac

from core.errors import Refused

DATABASE: Final = "pennant.sqlite3"
KEY: Final = "secret_key"
FACTS: Final = "facts.json"
_MOST_OF_FACTS: Final = 4 * 1024 * 1024  # bytes


class NotKept(Refused):
    """The copy cannot be made or read; the sentence says why and what to do."""


@dataclass(frozen=True, slots=True)
class KeptTournament:
    name: str
    stage: str
    teams: int
    acts: int
    last_act: str  # when, as in the log
    created_at: str = ""  # which one it is, whatever it is called now; "" in copies of earlier versions


@dataclass(frozen=True, slots=True)
class Facts:
    """What a copy says about itself."""

    version: str
    made_at: str
    kind: str
    came_from: str  # sqlite or postgresql
    tournaments: list[KeptTournament]
    newest_act: int
    sha256: str
    has_key: bool
    made_under: str = ""  # the mark of the key that its links were signed with; "" in copies of earlier versions

    @property
    def when(self) -> str:
        """When it was made, as people read it."""
        return f"{self.made_at[:10]} {self.made_at[11:16]} UTC"

    @classmethod
    def of_text(cls, text: bytes) -> "Facts":
        facts: dict[str, Any] = json.loads(text)
        facts["tournaments"] = [KeptTournament(**tournament) for tournament in facts["tournaments"]]
        return cls(**facts)


def write_copy(path: Path, database: Path, facts: Facts, key: str) -> None:
    """The file appears whole or not at all, readable for its owner alone, and is read back before it counts."""
    beside = path.with_name(f"{path.name}.part")
    try:
        with open(os.open(beside, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as whole:
                whole.writestr(FACTS, json.dumps(asdict(facts), indent=1))
                whole.write(database, DATABASE)
                if key:
                    whole.writestr(KEY, key)
            file.flush()
            os.fsync(file.fileno())
        check(beside)
        beside.replace(path)
    except OSError as fault:
        raise NotKept(f"The copy could not be written to {path.parent}: {fault.strerror or fault}.") from fault
    finally:
        beside.unlink(missing_ok=True)


def facts_of(path: Path) -> Facts:
    """Raises NotKept for a file that is no copy of Pennant's."""
    try:
        with zipfile.ZipFile(path) as whole, whole.open(FACTS) as facts:
            return Facts.of_text(facts.read(_MOST_OF_FACTS))
    except FileNotFoundError:
        raise NotKept(f"There is no file {path}.") from None
    except (OSError, zipfile.BadZipFile, KeyError, TypeError, ValueError) as fault:
        raise NotKept(f"{path.name} is no copy made by Pennant, or it is damaged ({fault}).") from fault


def mark_of(key: str) -> str:
    """By which two keys can be told apart, and from which neither can be found."""
    return salted_hmac("pennant.copy", "which key", secret=key).hexdigest()[:16]


def key_of(path: Path) -> str:
    with zipfile.ZipFile(path) as whole:
        return whole.read(KEY).decode() if KEY in whole.namelist() else ""


@contextmanager
def opened(path: Path) -> Iterator[Path]:
    """The database of a copy in a folder that goes again. Raises NotKept where it is not what it says."""
    facts = facts_of(path)
    with tempfile.TemporaryDirectory(prefix="pennant-copy-") as folder:
        try:
            with zipfile.ZipFile(path) as whole:
                database = Path(whole.extract(DATABASE, folder))
        except (OSError, zipfile.BadZipFile, KeyError) as fault:
            raise NotKept(f"{path.name} is damaged ({fault}); take an older copy.") from fault
        if digest(database) != facts.sha256:
            raise NotKept(f"{path.name} is damaged: it does not hold what it says. Take an older copy.")
        yield database


def refuse_larger(path: Path, most: int) -> None:
    """Raises NotKept where it would take more bytes than that once it is unpacked. Nothing is unpacked for it."""
    with zipfile.ZipFile(path) as whole:
        size = sum(part.file_size for part in whole.infolist())
    if size > most:
        raise NotKept(f"{path.name} would unpack to {size >> 20:,} MB; no tournament takes more than {most >> 20:,}.")


def refuse_newer(path: Path, facts: Facts) -> None:
    """Raises NotKept where a later version of Pennant made it."""
    made, own = ([int(part) for part in version.split(".")[:2]] for version in (facts.version, settings.VERSION))
    if made > own:
        raise NotKept(f"{path.name} was made by Pennant {facts.version}, this is {settings.VERSION}: upgrade first.")


def check(path: Path) -> Facts:
    """Read a copy back. Raises NotKept unless it opens, is sound and holds as many acts as it says."""
    facts = facts_of(path)
    with opened(path) as database, closing(sqlite3.connect(database)) as kept:
        try:
            (sound,) = kept.execute("PRAGMA integrity_check").fetchone()
            acts = kept.execute("SELECT COALESCE(MAX(id), 0) FROM tournaments_action").fetchone()[0]
        except sqlite3.DatabaseError as fault:
            raise NotKept(f"{path.name} does not open: {fault}.") from fault
    if sound != "ok" or acts != facts.newest_act:
        raise NotKept(f"{path.name} is not sound ({sound}; act {acts}, not {facts.newest_act}).")
    return facts


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
