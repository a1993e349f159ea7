"""Test that a start with a damaged, empty or newer database names the newest good backup, which can be restored."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from backups.compatibility import OLDEST_VERSION
from pennant_baseball import VERSION
from tests.factories import TournamentFactory

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.database,
    pytest.mark.skipif(settings.DATABASES["default"]["ENGINE"].endswith("postgresql"), reason="its file is SQLite's"),
]


class Laptop:
    """A data directory with a database, and the `pennant` command."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "pennant.sqlite3"
        self.environment = {**os.environ, "PENNANT_DATA": str(folder), "PENNANT_BACKUPS": "true", "DATABASE_URL": ""}

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *words]
        return subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False)

    def prepare(self) -> subprocess.CompletedProcess[str]:
        """Start the program the way the launcher does."""
        return self.run("manage.py", "prepare")

    def pennant(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self.run("-m", "pennant_baseball", *words)

    def tournaments(self) -> list[str]:
        with closing(sqlite3.connect(self.database)) as connection:
            return [name for (name,) in connection.execute("SELECT name FROM tournaments_tournament")]


@pytest.fixture
def laptop(tmp_path: Path) -> Laptop:
    """Copy the test database, so that no migrations have to run."""
    laptop = Laptop(tmp_path)
    TournamentFactory(name="Fall Classic")
    with (
        closing(sqlite3.connect(settings.DATABASES["default"]["NAME"])) as source,
        closing(sqlite3.connect(laptop.database)) as copy,
    ):
        source.backup(copy)
    assert laptop.pennant("backup").returncode == 0
    return laptop


def backup_of(laptop: Laptop) -> Path:
    (path,) = (laptop.folder / "backups").glob("pennant-*.zip")
    return path


@pytest.mark.parametrize("damage", ["empty", "text", "page", "newer"])
def test_prepare_shows_the_newest_good_backup_and_the_restore_command(laptop: Laptop, damage: str) -> None:
    backup = backup_of(laptop)
    spoil(laptop.database, damage)
    (backup.parent / "pennant-2999-01-01-000000-automatic.zip").write_bytes(backup.read_bytes()[:5000])
    before = laptop.database.read_bytes()

    for refusal in (laptop.prepare(), *([laptop.pennant("demo")] if damage == "text" else [])):
        assert refusal.returncode != 0
        assert "Traceback" not in refusal.stderr
        assert f'pennant restore "{backup}" --yes' in refusal.stderr
    assert laptop.database.read_bytes() == before

    if damage == "text":
        assert "Nothing was changed" in laptop.pennant("restore", str(backup)).stdout
        assert laptop.database.read_bytes() == before
    restored = laptop.pennant("restore", str(backup), "--yes")
    assert restored.returncode == 0, restored.stderr
    assert laptop.tournaments() == ["Fall Classic"]
    assert laptop.database.with_name("pennant.sqlite3.replaced-1").read_bytes() == before


def spoil(database: Path, damage: str) -> None:
    if damage == "newer":
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("PRAGMA journal_mode=WAL")
            upgrade(connection, oldest="7.0.0")
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    elif damage == "empty":
        database.write_bytes(b"")
    elif damage == "text":
        database.write_text("This is a text and not a database at all.")
    else:
        content = database.read_bytes()
        start = 4096  # the first pages are always in use, while later pages may be free
        database.write_bytes(content[:start] + b"\xff" * 65536 + content[start + 65536 :])


def upgrade(connection: sqlite3.Connection, oldest: str) -> None:
    """Upgrade the database the way a newer version does, so that versions since `oldest` can still use it."""
    connection.execute(
        "INSERT INTO django_migrations (app, name, applied) VALUES ('drafts', '0999_later', '2030-01-01')"
    )
    connection.execute("DELETE FROM backups_databaseversion")
    connection.execute("INSERT INTO backups_databaseversion VALUES (1, '7.1.0', ?)", [oldest])


def test_older_program_starts_with_a_compatible_newer_database(laptop: Laptop) -> None:
    with closing(sqlite3.connect(laptop.database)) as connection, connection:
        upgrade(connection, oldest=OLDEST_VERSION)
    assert laptop.prepare().returncode == 0
    assert laptop.tournaments() == ["Fall Classic"]
    with closing(sqlite3.connect(laptop.database)) as connection:
        rows = connection.execute("SELECT * FROM backups_databaseversion").fetchall()
    assert rows == [(1, VERSION, OLDEST_VERSION)]


def test_outdated_program_shows_the_version_the_database_requires(laptop: Laptop) -> None:
    with closing(sqlite3.connect(laptop.database)) as connection, connection:
        upgrade(connection, oldest="7.0.0")
    refusal = laptop.prepare()
    assert f"requires Pennant 7.0.0 or later, but this is {VERSION}" in refusal.stderr


def test_damaged_database_is_kept_if_the_backup_is_damaged_too(laptop: Laptop) -> None:
    backup = backup_of(laptop)
    spoil(laptop.database, "text")
    before = laptop.database.read_bytes()
    backup.write_bytes(backup.read_bytes()[:5000])
    refusal = laptop.pennant("restore", str(backup), "--yes")
    assert refusal.returncode != 0
    assert "is damaged" in refusal.stderr
    assert laptop.database.read_bytes() == before
    assert "There is no good backup here" in laptop.prepare().stderr


def test_empty_file_without_backups_is_a_first_start(laptop: Laptop) -> None:
    shutil.rmtree(laptop.folder / "backups")
    laptop.database.write_bytes(b"")
    assert laptop.prepare().returncode == 0
    assert laptop.tournaments() == []
