"""Test that a damaged backup is reported as damaged while every other backup keeps working."""

import json
import os
import random
import zipfile
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest

from backups.archives import BackupError, BackupKind, read_key, read_manifest, refuse_larger, verify_archive
from backups.backup import make_backup, stored_backups
from backups.restore import preview_restore
from tests.conftest import signed_in
from tests.factories import AccessFactory
from tests.markup import as_single_line
from tournaments.models import Role

pytestmark = pytest.mark.django_db(transaction=True)
DAMAGED_FILES = int(os.environ.get("PENNANT_DAMAGED_FILES", "2000"))


@pytest.fixture
def backup(tmp_path: Path, settings) -> Path:
    settings.BACKUP_FOLDER = str(tmp_path / "backups")
    settings.SECOND_BACKUP_FOLDER = ""
    settings.SECRET_KEY_FILE = str(tmp_path / "secret_key")
    return make_backup(BackupKind.ASKED, datetime(2026, 11, 21, 12, 0, tzinfo=UTC))


def flip_bit(content: bytes, chance: random.Random) -> bytes:
    changed = bytearray(content)
    changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def cut_off(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content))]


def overwrite(content: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(content))
    garbage = chance.randbytes(chance.randrange(1, 600))
    return content[:start] + garbage + content[start + len(garbage) :]


def leave_out(content: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(content))
    return content[:start] + content[start + chance.randrange(1, 600) :]


def damage_the_directory(content: bytes, chance: random.Random) -> bytes:
    """Change a byte in the member list at the end, or in the headers at the start."""
    place = chance.choice([chance.randrange(60), len(content) - 1 - chance.randrange(300)])
    return content[:place] + chance.randbytes(1) + content[place + 1 :]


DAMAGES = [flip_bit, cut_off, overwrite, leave_out, damage_the_directory]


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
        damaged.write_bytes(chance.choice(DAMAGES)(content, chance))
        for reader in (read_manifest, read_key, verify_archive):
            try:
                reader(damaged)
            except BackupError:
                continue


def test_backups_page_lists_good_backups_and_reports_damaged_ones(backup: Path) -> None:
    with zipfile.ZipFile(backup) as archive:
        start = archive.getinfo("facts.json").header_offset
    content = bytearray(backup.read_bytes())
    content[start + 60] ^= 0xFF  # in the compressed manifest
    (backup.parent / "pennant-2026-11-21-130000-hourly.zip").write_bytes(content)
    assert [stored.path for stored in stored_backups(backup.parent)] == [backup]
    organizer = signed_in(AccessFactory(tournament=None, role=Role.ORGANISER))
    page = as_single_line(organizer.get("/backups/").text)
    assert "1 file here can't be read: pennant-2026-11-21-130000-hourly.zip." in unescape(page)


DAMAGED_MANIFESTS = [
    {"made_at": "yesterday"},
    {"made_at": "2026-11-21T12:00:00"},
    {"made_at": 5},
    {"version": "newest"},
    {"version": None},
    {"newest_act": "12"},
    {"newest_act": True},
    {"tournaments": "none"},
    {"tournaments": [{"name": "Autumn Classic"}]},
    {"tournaments": [{"name": "A", "stage": "draft", "teams": 8, "acts": 1, "last_act": "", "created_at": "once"}]},
    {"tournaments": [{"name": 7, "stage": "draft", "teams": 8, "acts": 1, "last_act": ""}]},
    {"an_unknown_key": 1},
]


@pytest.mark.parametrize("values", DAMAGED_MANIFESTS, ids=str)
def test_impossible_manifest_values_are_reported_as_damage(backup: Path, values: dict[str, object]) -> None:
    with zipfile.ZipFile(backup) as archive:
        manifest = json.loads(archive.read("facts.json")) | values
        database = archive.read("pennant.sqlite3")
    damaged = backup.with_name("pennant-2026-11-21-130000-hourly.zip")
    with zipfile.ZipFile(damaged, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("facts.json", json.dumps(manifest))
        archive.writestr("pennant.sqlite3", database)
    for reader in (read_manifest, verify_archive, preview_restore):
        with pytest.raises(BackupError, match="damaged"):
            reader(damaged)
    assert [stored.path for stored in stored_backups(backup.parent)] == [backup]


def test_non_archive_is_reported_as_damage_before_unpacking(tmp_path: Path) -> None:
    path = tmp_path / "letter.zip"
    path.write_bytes(b"Dear director")
    with pytest.raises(BackupError, match="damaged"):
        refuse_larger(path, 1)
