"""Test that full backups can be made while people work, and that they are pruned and restored on both databases."""

import io
import json
import os
import sqlite3
import subprocess
import sys
import time
import zipfile
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client

from backups.archives import AUTOMATIC_KINDS, BackupError, BackupKind, read_manifest, verify_archive
from backups.backup import RETENTION, make_backup, remove_old_backups, second_folder_problem, stored_backups
from backups.restore import preview_restore, restore_backup
from backups.transfer import write_tournament
from tests.conftest import signed_in
from tests.factories import AccessFactory, DraftFactory, TournamentFactory
from tests.games.building import League, complete_games
from tests.markup import as_single_line
from tournaments.access.links import link_token
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import PROGRAM, record_action
from tournaments.models import Access, Action, Tournament
from tournaments.queries.standings import standings_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
ROOT = Path(__file__).parents[2]
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings) -> Path:
    settings.BACKUP_FOLDER, settings.SECOND_BACKUP_FOLDER = str(tmp_path / "copies"), ""
    settings.SECRET_KEY_FILE = str(tmp_path / "secret_key")
    return tmp_path / "copies"


@pytest.fixture
def league() -> League:
    made = League(rounds=1)
    made.save(complete_games(made, made.series[0]))
    return made


def log_action(tournament: Tournament, sentence: str = "Something was done.") -> Action:
    return record_action(tournament=tournament, actor=PROGRAM, verb=Verb.EDIT_TEAM, sentence=sentence)


def test_restore_returns_the_backed_up_data(league: League) -> None:
    before = str(standings_of(league.tournament))
    actions = list(Action.objects.order_by("pk").values_list("pk", "sentence", "at", "before", "after"))
    backup = make_backup(BackupKind.ASKED)
    summaries = read_manifest(backup).tournaments
    assert [(summary.name, summary.actions) for summary in summaries] == [(league.tournament.name, len(actions))]

    later = TournamentFactory(name="Opened since")
    log_action(later)
    league.tournament.delete()
    seen = preview_restore(backup)
    assert (seen.goes, seen.actions_lost) == (["Opened since"], 1)
    restore_backup(backup, PROGRAM)

    (restored,) = Tournament.objects.all()
    assert str(standings_of(restored)) == before
    *same, noted = Action.objects.order_by("pk").values_list("pk", "sentence", "at", "before", "after")
    assert same == actions
    assert noted[1].startswith("Restored the backup made ")


@pytest.mark.parametrize("year", [1970, 2030])
def test_lost_actions_are_counted_by_action_number(league: League, year: int) -> None:
    backup = make_backup(BackupKind.ASKED, datetime(year, 1, 1, tzinfo=UTC))
    assert preview_restore(backup).actions_lost == 0
    log_action(league.tournament)
    assert preview_restore(backup).actions_lost == 1


def test_preview_warns_about_replaced_namesakes_and_lost_links(league: League, settings) -> None:
    name = league.tournament.name
    backup = make_backup(BackupKind.ASKED)
    assert preview_restore(backup)[1:] == ([], 0, False, False)
    league.tournament.delete()
    TournamentFactory(name=name)
    assert preview_restore(backup).goes == [name]
    log_action(Tournament.objects.get())
    assert preview_restore(backup).actions_lost == 1

    settings.SECRET_KEY = "another installation's " * 3
    assert preview_restore(backup)[2:] == (1, True, False), "the file of the key is written anew"
    settings.SECRET_KEY_FILE = ""
    assert preview_restore(backup)[2:] == (1, False, True), "a host keeps the key that it was given"
    hosted = make_backup(BackupKind.ASKED, NOON)
    settings.SECRET_KEY = "a laptop's " * 6
    assert preview_restore(hosted).links_lost, "and puts it into no copy"


def test_restore_log_entry_gets_a_number_above_all_earlier_ones(league: League) -> None:
    backup = make_backup(BackupKind.ASKED)
    newest = [log_action(league.tournament).pk for _ in range(5)][-1]
    restore_backup(backup, PROGRAM)
    assert Action.objects.order_by("-pk").first().pk > newest
    assert log_action(Tournament.objects.get()).pk > newest + 1


def test_restore_backs_up_the_current_data_first(league: League, folder: Path) -> None:
    empty = make_backup(BackupKind.ASKED)
    log_action(league.tournament, "Done after the copy.")
    restore_backup(empty, PROGRAM)
    assert not Action.objects.filter(sentence="Done after the copy.").exists()
    (before,) = [copy for copy in stored_backups(folder) if copy.facts.kind == BackupKind.RESTORE]
    restore_backup(before.path, PROGRAM)
    assert Action.objects.filter(sentence="Done after the copy.").exists()


def test_running_draft_is_paused_after_a_restore() -> None:
    draft = DraftFactory(state="running", deadline=NOON)
    restore_backup(make_backup(BackupKind.ASKED), PROGRAM)
    draft.refresh_from_db()
    assert (draft.state, draft.deadline, draft.seconds_left_when_paused) == ("paused", None, 60)


def test_rejects_a_damaged_or_foreign_file_without_changes(league: League, tmp_path: Path) -> None:
    backup = make_backup(BackupKind.ASKED)
    content = bytearray(backup.read_bytes())
    content[len(content) // 2] ^= 0xFF
    damaged = tmp_path / "damaged.zip"
    damaged.write_bytes(content)
    with pytest.raises(BackupError, match=r"damaged\.zip"):
        restore_backup(damaged, PROGRAM)
    no_copy = tmp_path / "holiday.zip"
    no_copy.write_bytes(b"a picture")
    with pytest.raises(BackupError, match=r"holiday\.zip is damaged, or it is not a Pennant backup"):
        preview_restore(no_copy)
    with pytest.raises(BackupError, match="doesn't exist"):
        preview_restore(tmp_path / "nothing.zip")
    assert Tournament.objects.get() == league.tournament


def test_rejects_a_backup_with_an_overstated_manifest(league: League, tmp_path: Path) -> None:
    backup, lying = make_backup(BackupKind.ASKED), tmp_path / "lying.zip"
    with zipfile.ZipFile(backup) as true, zipfile.ZipFile(lying, "w") as false:
        facts = json.loads(true.read("facts.json"))
        false.writestr("facts.json", json.dumps({**facts, "newest_act": facts["newest_act"] + 1}))
        false.writestr("pennant.sqlite3", true.read("pennant.sqlite3"))
    with pytest.raises(BackupError, match="is damaged"):
        verify_archive(lying)


def test_backup_from_a_newer_version_requires_an_upgrade(league: League, tmp_path: Path) -> None:
    backup, newer = make_backup(BackupKind.ASKED), tmp_path / "newer.zip"
    with zipfile.ZipFile(backup) as true, zipfile.ZipFile(newer, "w") as false:
        false.writestr("facts.json", json.dumps({**json.loads(true.read("facts.json")), "version": "7.0.0"}))
        false.writestr("pennant.sqlite3", true.read("pennant.sqlite3"))
    with pytest.raises(BackupError, match=r"made by Pennant 7\.0\.0, but this is .*\. Upgrade first"):
        restore_backup(newer, PROGRAM)


def with_manifest(backup: Path, target: Path, **values: object) -> None:
    """Write a file without a database, with a backup manifest changed in these values."""
    manifest = asdict(read_manifest(backup)) | values
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("facts.json", json.dumps(manifest))


def test_rejects_a_backup_of_a_newer_database(league: League, tmp_path: Path) -> None:
    backup, newer = make_backup(BackupKind.ASKED), tmp_path / "newer.zip"
    with zipfile.ZipFile(backup) as source, zipfile.ZipFile(newer, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "details.json":
                details = json.loads(content)
                assert [name for name in details["schema"] if name.startswith("drafts.00")]
                content = json.dumps({**details, "schema": ["drafts.0999_later"]}).encode()
            target.writestr(name, content)
    with pytest.raises(BackupError, match=r"has a newer database \(drafts.0999_later\) .*\. Upgrade first"):
        restore_backup(newer, PROGRAM)
    assert Tournament.objects.get() == league.tournament


def test_thinning_limits_backups_per_kind_except_manual_backups(folder: Path) -> None:
    backup = make_backup(BackupKind.ASKED, NOON)
    for kind in BackupKind:
        for hours in range(1, 31):
            made_at = NOON + timedelta(hours=hours)
            path = folder / f"pennant-{made_at:%Y-%m-%d-%H%M%S}-{kind}.zip"
            with_manifest(backup, path, kind=kind, made_at=made_at.isoformat())
    remove_old_backups(folder)
    for kind in set(BackupKind) - AUTOMATIC_KINDS:
        names = sorted(path.name for path in folder.glob(f"*-{kind}.zip"))
        assert len(names) == RETENTION.get(kind, 31 if kind is BackupKind.ASKED else 30)
        assert f"{NOON + timedelta(hours=30):%Y-%m-%d-%H%M%S}" in names[-1]


def test_second_folder_gets_every_backup_and_a_missing_drive_is_reported(
    league: League, folder: Path, tmp_path: Path, settings
) -> None:
    stick = tmp_path / "stick" / "pennant"
    settings.SECOND_BACKUP_FOLDER = str(stick)
    assert "Is the USB drive plugged in?" in second_folder_problem()
    assert make_backup(BackupKind.HOURLY).exists()
    stick.parent.mkdir()
    backup = make_backup(BackupKind.NIGHTLY)
    assert second_folder_problem() == ""
    assert [copy.path.name for copy in stored_backups(stick)] == [backup.name]
    assert verify_archive(stick / backup.name) == verify_archive(backup)


def test_unwritable_backup_folder_is_reported(league: League, tmp_path: Path, settings) -> None:
    (tmp_path / "a file").touch()
    settings.BACKUP_FOLDER = str(tmp_path / "a file" / "copies")
    with pytest.raises(BackupError, match="a file"):
        make_backup(BackupKind.ASKED)


HOLDER = """
import sys, time
from pathlib import Path
from backups.temporary_folders import temporary_folder
from filelock import FileLock
with FileLock(Path(sys.argv[1]) / ".backup.lock"), temporary_folder(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_lock_ends_with_its_process_and_leftovers_are_deleted(folder: Path) -> None:
    folder.mkdir()
    command = [sys.executable, "-c", HOLDER, str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(BackupError, match="Another backup is running"):
            make_backup(BackupKind.ASKED)
        assert list(folder.glob("pennant-copy-*")), "it is in use"
        holder.kill()
    assert make_backup(BackupKind.ASKED).exists()
    assert list(folder.glob("pennant-copy-*")) == []


def test_only_the_owner_can_read_a_backup(league: League) -> None:
    assert make_backup(BackupKind.ASKED).stat().st_mode & 0o077 == 0


def test_commands_make_preview_and_restore_a_backup(league: League, tmp_path: Path) -> None:
    output, file = io.StringIO(), tmp_path / "along.zip"
    call_command("backup", str(file), stdout=output)
    assert "and checked" in output.getvalue()
    assert league.tournament.name in output.getvalue()

    log_action(league.tournament, "Done after the copy.")
    output = io.StringIO()
    call_command("restore", str(file), stdout=output)
    assert "Newer actions that would be lost: 1" in output.getvalue()
    assert "Nothing was changed" in output.getvalue()
    assert Action.objects.filter(sentence="Done after the copy.").exists()

    call_command("restore", str(file), "--yes", stdout=output)
    assert not Action.objects.filter(sentence="Done after the copy.").exists()
    with pytest.raises(CommandError, match="doesn't exist"):
        call_command("restore", str(tmp_path / "none.zip"))


def test_organizer_makes_previews_and_restores_backups_on_the_page(league: League) -> None:
    organizer = AccessFactory(role="organiser", tournament=None, team=None)
    browser: Client = signed_in(organizer)
    assert "Backups appear here" in browser.get("/backups/").content.decode()
    page = browser.post("/backups/", follow=True).content.decode()
    assert "and checked" in page
    assert league.tournament.name in page
    (copy,) = copies_made()
    log_action(league.tournament, "Done after the copy.")
    seen = " ".join(browser.get(f"/backups/{copy}/").content.decode().split())
    assert "1 newer action will be lost." in as_single_line(seen)
    assert b"".join(browser.get(f"/backups/{copy}/file/").streaming_content)[:2] == b"PK"
    assert "Restored to " in browser.post(f"/backups/{copy}/", follow=True).content.decode()
    assert not Action.objects.filter(sentence="Done after the copy.").exists()
    assert browser.get("/backups/..%2Fsecret_key/").status_code == 404
    response = browser.get("/backups/pennant-2020-01-01-000000-asked.zip/")
    assert (response.status_code, "no longer exists" in response.content.decode()) == (409, True)


def test_backup_from_another_laptop_can_be_uploaded_and_restored(league: League, folder: Path) -> None:
    AccessFactory(role="organiser", tournament=None, team=None)
    content = make_backup(BackupKind.ASKED).read_bytes()
    Access.objects.all().delete()
    log_action(league.tournament, "Done on this laptop.")
    browser: Client = signed_in(AccessFactory(role="organiser", tournament=None, team=None, label="This laptop"))
    preview = browser.post("/backups/upload/", {"file": SimpleUploadedFile("move.zip", content)}, follow=True)
    assert "1 newer action will be lost." in as_single_line(preview.content.decode())
    assert content in [path.read_bytes() for path in folder.glob("pennant-*.zip")]
    restored = browser.post(preview.redirect_chain[-1][0], follow=True)
    assert "Restored to " in restored.content.decode()
    assert not Action.objects.filter(sentence="Done on this laptop.").exists()
    assert browser.get("/backups/").status_code == 200, "the organizer of the backup is signed in"


def test_links_in_a_restored_backup_work_at_once(league: League, folder: Path, tmp_path: Path, settings) -> None:
    settings.SECRET_KEY_FILE = str(tmp_path / "secret_key")
    AccessFactory(role="organiser", tournament=None, team=None)
    settings.SECRET_KEY = "the-other-laptop " * 3 + "key"
    link = link_token(AccessFactory(tournament=league.tournament, role="director", team=None))
    content = make_backup(BackupKind.ASKED).read_bytes()
    settings.SECRET_KEY = "this-laptop " * 4
    organizer: Client = signed_in(AccessFactory(role="organiser", tournament=None, team=None))
    assert Client().post(f"/join/{link}/").status_code != 302
    preview = organizer.post("/backups/upload/", {"file": SimpleUploadedFile("move.zip", content)}, follow=True)
    restored = organizer.post(preview.redirect_chain[-1][0], follow=True)
    assert "Restored to " in restored.content.decode()
    assert organizer.get("/backups/").status_code == 200
    assert Client().post(f"/join/{link}/").status_code == 302
    assert Path(settings.SECRET_KEY_FILE).read_text(encoding="utf-8") == settings.SECRET_KEY


def test_lost_practice_actions_are_not_counted(league: League) -> None:
    backup = make_backup(BackupKind.ASKED)
    log_action(TournamentFactory(is_practice=True))
    assert preview_restore(backup).actions_lost == 0


def test_uploading_an_invalid_file_changes_nothing(league: League, folder: Path, tmp_path: Path) -> None:
    browser: Client = signed_in(AccessFactory(role="organiser", tournament=None, team=None))
    write_tournament(league.tournament, tmp_path / "one.pennant")
    files = {
        "notes.zip": (b"notes", "notes.zip is damaged"),
        "one.zip": ((tmp_path / "one.pennant").read_bytes(), "one.zip contains only one tournament"),
    }
    for name, (content, sentence) in files.items():
        answer = browser.post("/backups/upload/", {"file": SimpleUploadedFile(name, content)})
        assert (answer.status_code, sentence in answer.content.decode()) == (409, True)
    assert browser.post("/backups/upload/").status_code == 409
    assert list(folder.glob("pennant-*")) == []


def copies_made() -> list[str]:
    from backups.backup import backup_folders  # noqa: PLC0415

    return [copy.path.name for copy in stored_backups(backup_folders()[0]) if copy.facts.kind == BackupKind.ASKED]


def test_another_laptop_restores_the_backup_with_every_link(league: League, tmp_path: Path, settings) -> None:
    """A timed run of the drill in the operator's guide."""
    link = link_token(AccessFactory(role="director", tournament=league.tournament, team=None))
    backup = make_backup(BackupKind.ASKED)
    started_at = time.monotonic()
    second_laptop = Laptop(tmp_path / "other laptop")
    second_laptop.run("pennant_baseball", "restore", str(backup), "--yes")
    assert second_laptop.asks(f"/join/{link}/") == "200"
    took = time.monotonic() - started_at
    assert took < 120
    sys.stdout.write(f"from the stick to an open link: {took:.1f} s\n")


class Laptop:
    """Another installation on SQLite, with its own data directory and key."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        place = {"PENNANT_DATA": str(folder), "DATABASE_URL": f"sqlite:///{folder}/pennant.sqlite3", "REDIS_URL": ""}
        self.environment = {**os.environ, **place, "DJANGO_SETTINGS_MODULE": "config.settings"}
        self.environment.pop("SECRET_KEY", None)

    def run(self, *words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", *words], cwd=ROOT, env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def asks(self, address: str) -> str:
        ask = f"from django.test import Client; print(Client().get({address!r}).status_code)"
        code = f"import django; django.setup(); {ask}"
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=self.environment, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()


def test_backup_contains_sqlite_for_every_database(league: League, tmp_path: Path) -> None:
    with zipfile.ZipFile(make_backup(BackupKind.ASKED)) as archive:
        file = Path(archive.extract("pennant.sqlite3", tmp_path))
    with sqlite3.connect(file) as database:
        (action_count,) = database.execute("SELECT COUNT(*) FROM tournaments_action").fetchone()
    assert action_count == Action.objects.count()
