"""A damaged backup harms only itself: it is reported as damaged, and every other backup keeps working."""

import random
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from backups.archives import BackupError, read_key, read_manifest, verify_archive
from backups.backup import BackupKind, make_backup, stored_backups
from tests.conftest import signed_in
from tests.factories import AccessFactory
from tournaments.models import Role

pytestmark = pytest.mark.django_db(transaction=True)
DAMAGED_FILES = 600


@pytest.fixture
def backup(tmp_path: Path, settings) -> Path:
    settings.BACKUP_FOLDER = str(tmp_path / "backups")
    settings.SECOND_BACKUP_FOLDER = ""
    settings.SECRET_KEY_FILE = str(tmp_path / "secret_key")
    return make_backup(BackupKind.ASKED, datetime(2026, 11, 21, 12, 0, tzinfo=UTC))


def test_any_damaged_byte_is_reported_as_damage(backup: Path, tmp_path: Path) -> None:
    with (
        zipfile.ZipFile(backup) as archive,
        zipfile.ZipFile(tmp_path / "small.zip", "w", zipfile.ZIP_DEFLATED) as small,
    ):
        for name in archive.namelist():
            small.writestr(name, archive.read(name)[:20_000])
    content = (tmp_path / "small.zip").read_bytes()
    chance = random.Random(30)
    damaged = tmp_path / "damaged.zip"
    for _ in range(DAMAGED_FILES):
        changed = bytearray(content)
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
        damaged.write_bytes(changed)
        for reader in (read_manifest, read_key, verify_archive):
            try:
                reader(damaged)
            except BackupError:
                continue


def test_the_backups_page_lists_the_others(backup: Path) -> None:
    with zipfile.ZipFile(backup) as archive:
        start = archive.getinfo("facts.json").header_offset
    content = bytearray(backup.read_bytes())
    content[start + 60] ^= 0xFF  # inside the compressed manifest
    (backup.parent / "pennant-2026-11-21-130000-hourly.zip").write_bytes(content)
    assert [stored.path for stored in stored_backups(backup.parent)] == [backup]
    organizer = signed_in(AccessFactory(tournament=None, role=Role.ORGANISER))
    assert organizer.get("/copies/").status_code == 200
