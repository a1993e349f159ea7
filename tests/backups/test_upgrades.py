"""Test that an upgrade from a release and the downgrade preserve every row, on this run's database."""

import json
import lzma
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from backups.compatibility import OLDEST_VERSION, RELEASED_SCHEMAS
from backups.downgrade import tournaments_with_newer_editions
from tests.browser.installation import PostgresDatabase
from tests.factories import TournamentFactory

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.database
# the only manifest keys that 0.2.0 accepts
FIELDS_OF_0_2_0 = {
    *("version", "made_at", "kind", "came_from", "tournaments", "newest_act", "sha256", "has_key", "made_under"),
}


@pytest.fixture
def database_url(tmp_path: Path) -> Iterator[str]:
    """Return the URL of an empty database."""
    postgres = PostgresDatabase.of_this_run()
    if postgres is None:
        yield f"sqlite:///{tmp_path}/pennant.sqlite3"
        return
    postgres.create()
    yield postgres.url
    postgres.drop()


def test_upgrade_and_downgrade_preserve_every_row(database_url: str, tmp_path: Path) -> None:
    last = RELEASED_SCHEMAS[OLDEST_VERSION]["tournaments"]
    database = ROOT / "tests" / "older_databases" / f"{OLDEST_VERSION}-tournaments-{last[:4]}.sqlite3.xz"
    source = tmp_path / "released.sqlite3"
    source.write_bytes(lzma.decompress(database.read_bytes()))
    is_sqlite = database_url.startswith("sqlite")
    environment = {
        **os.environ,
        "PENNANT_DATA": str(tmp_path),
        "DATABASE_URL": database_url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PENNANT_BACKUPS": str(is_sqlite),  # each takes seconds on PostgreSQL
    }
    command = [sys.executable, "-m", "tests.backups.upgrade_and_back", OLDEST_VERSION, str(source)]
    drill = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert drill.returncode == 0, drill.stderr
    result = json.loads(drill.stdout.splitlines()[-1])
    assert result.pop("tables") > 30
    assert result.pop("rows") > 1000
    assert result.pop("new_columns") > 20
    assert result == {"upgrade": [], "downgrade": [], "upgrade_again": []}
    if is_sqlite:
        check_backups(tmp_path / "backups")


def check_backups(folder: Path) -> None:
    """Check that only the backup before the upgrade names the release, because the release can open no other."""
    manifests = []
    for backup in sorted(folder.glob("*.zip")):
        with zipfile.ZipFile(backup) as archive:
            manifests.append(json.loads(archive.read("facts.json")))
    before_upgrade, before_downgrade, _ = manifests
    assert (before_upgrade["kind"], before_upgrade["version"]) == ("upgrade", OLDEST_VERSION)
    assert set(before_upgrade) <= FIELDS_OF_0_2_0
    assert before_downgrade["version"] != OLDEST_VERSION


def test_downgrade_lists_tournaments_with_newer_editions(db: None) -> None:
    TournamentFactory(profile_key="purestrat@1")
    newer = TournamentFactory(profile_key="purestrat@2")
    assert tournaments_with_newer_editions(OLDEST_VERSION) == [newer]
