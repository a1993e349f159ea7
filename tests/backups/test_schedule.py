"""Test that automatic backups follow actions within ten seconds and thin out with age, whatever the clock shows."""

import json
import sqlite3
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.utils import timezone

from backups import schedule as schedule_module
from backups.archives import BackupKind, BackupManifest, StoredBackup, read_manifest
from backups.backup import make_backup, stored_backups
from backups.queries.backup_state import backup_state
from backups.schedule import BackupSchedule, read_report
from backups.thinning import DAY, HOUR, MINUTE, surplus_backups
from backups.weekly_check import read_checks
from tests.conftest import signed_in
from tests.factories import AccessFactory, TournamentFactory
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import PROGRAM, record_action
from tournaments.models import Action, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


class Clock:
    """A monotonic clock that a test moves. Backups take no time, so the interval is the shortest."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def monotonic(self) -> float:
        return self.seconds


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings) -> Path:
    settings.BACKUPS, settings.DATA_DIR = True, tmp_path
    settings.BACKUP_FOLDER, settings.SECOND_BACKUP_FOLDER = str(tmp_path / "backups"), ""
    settings.SECRET_KEY_FILE = str(tmp_path / "secret_key")
    return tmp_path / "backups"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(schedule_module.time, "monotonic", clock.monotonic)
    monkeypatch.setattr(schedule_module, "_work_seconds", lambda: 0.0)
    return clock


@pytest.fixture
def tournament() -> Tournament:
    return TournamentFactory()


def log_action(tournament: Tournament) -> Action:
    return record_action(tournament=tournament, actor=PROGRAM, verb=Verb.ANNOUNCE, sentence="Something was done.")


def saved_actions(folder: Path) -> list[int]:
    return [backup.facts.newest_action for backup in stored_backups(folder)]


def test_every_action_is_backed_up_within_ten_seconds(tournament: Tournament, folder: Path, clock: Clock) -> None:
    schedule = BackupSchedule()
    schedule.run()
    assert saved_actions(folder) == [], "nothing was done yet"
    first = log_action(tournament).pk
    schedule.run()
    assert saved_actions(folder) == [first]
    second = log_action(tournament).pk
    clock.seconds += 9
    schedule.run()
    assert saved_actions(folder) == [first], "ten seconds are the least"
    clock.seconds += 1
    schedule.run()
    assert saved_actions(folder) == [second, first]
    clock.seconds += 3000
    schedule.run()
    assert len(saved_actions(folder)) == 2, "nothing was done since"


def test_new_worker_immediately_backs_up_a_killed_workers_actions(
    tournament: Tournament, folder: Path, clock: Clock
) -> None:
    log_action(tournament)
    BackupSchedule().run()
    newest = log_action(tournament).pk
    BackupSchedule().run()
    assert saved_actions(folder)[0] == newest


def test_large_database_backups_use_two_percent_of_a_core(
    tournament: Tournament, folder: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = iter([0.0, 3.0, 3.0, 6.0])
    monkeypatch.setattr(schedule_module, "_work_seconds", lambda: next(work))
    schedule = BackupSchedule()
    log_action(tournament)
    schedule.run()
    assert schedule.interval == read_report().interval == 150
    log_action(tournament)
    clock.seconds += 149
    schedule.run()
    assert len(saved_actions(folder)) == 1
    clock.seconds += 1
    schedule.run()
    assert len(saved_actions(folder)) == 2


@pytest.mark.parametrize("year", [1970, 2027])
def test_wrong_clock_stops_no_backup(tournament: Tournament, folder: Path, clock: Clock, year: int) -> None:
    log_action(tournament)
    make_backup(BackupKind.AUTOMATIC, datetime(year, 1, 1, tzinfo=UTC))
    newest = log_action(tournament).pk
    BackupSchedule().run()
    assert saved_actions(folder)[0] == newest


def test_reconnected_drive_gets_the_missed_backups(
    tournament: Tournament, folder: Path, clock: Clock, tmp_path: Path, settings
) -> None:
    stick = tmp_path / "stick" / "pennant"
    settings.SECOND_BACKUP_FOLDER = str(stick)
    schedule = BackupSchedule()
    newest = log_action(tournament).pk
    schedule.run()
    state = backup_state(timezone.now())
    assert (state.tone, state.word) == ("warn", "check")
    assert "Is the USB drive plugged in?" in state.reasons[0]
    stick.parent.mkdir()
    clock.seconds += 10
    schedule.run()
    assert saved_actions(stick) == [newest]
    assert backup_state(timezone.now()).sentence.startswith("Saved on the USB drive ")


def test_manifest_is_readable_by_version_0_2_0(tournament: Tournament, folder: Path) -> None:
    """Version 0.2.0 accepts exactly these names."""
    log_action(tournament)
    with zipfile.ZipFile(make_backup(BackupKind.ASKED)) as archive:
        names = set(json.loads(archive.read("facts.json")))
    assert names == {
        *("version", "made_at", "kind", "came_from", "tournaments", "newest_act", "sha256", "has_key", "made_under")
    }


def stored(manifest: BackupManifest, number: int, *, run: str, seconds: float, size: int = 1) -> StoredBackup:
    facts = replace(manifest, kind=BackupKind.AUTOMATIC, newest_action=number, run=run, run_seconds=seconds)
    return StoredBackup(Path(f"{number}.zip"), facts, size)


def remaining(backups: list[StoredBackup]) -> list[float]:
    surplus = {backup.path for backup in surplus_backups(backups)}
    return sorted(backup.facts.run_seconds for backup in backups if backup.path not in surplus)


def test_old_backups_are_thinned(folder: Path) -> None:
    manifest = read_manifest(make_backup(BackupKind.ASKED))
    day = [stored(manifest, number, run="a", seconds=10.0 * number) for number in range(int(2 * DAY / 10))]
    left = remaining(day)
    newest = left[-1]
    ages = [newest - seconds for seconds in left]
    assert len([age for age in ages if age <= 10 * MINUTE]) == 61
    assert len([age for age in ages if 10 * MINUTE < age <= HOUR]) in (50, 51)
    assert len([age for age in ages if HOUR < age <= DAY]) in (23, 24)
    assert len([age for age in ages if age > DAY]) in (1, 2)


def test_runs_are_ordered_by_action_number(folder: Path) -> None:
    manifest = read_manifest(make_backup(BackupKind.ASKED))
    before = [stored(manifest, number, run="old", seconds=10.0 * number) for number in range(1, 400)]
    after = [stored(manifest, 400 + number, run="new", seconds=10.0 * number) for number in range(1, 61)]
    after = [replace(backup, facts=replace(backup.facts, made_at="1970-01-01T00:00:00+00:00")) for backup in after]
    surplus = surplus_backups([*before, *after])
    assert surplus
    assert {backup.facts.run for backup in surplus} == {"old"}


def test_backups_from_earlier_versions_count_as_hourly_and_nightly(folder: Path) -> None:
    manifest = read_manifest(make_backup(BackupKind.ASKED))
    old = [stored(manifest, number, run="", seconds=0.0) for number in range(1, 25)]
    assert surplus_backups(old) == []


def test_backup_space_is_limited_but_the_newest_three_stay(folder: Path) -> None:
    manifest = read_manifest(make_backup(BackupKind.ASKED))
    large = [stored(manifest, number, run="a", seconds=10.0 * number, size=2**30) for number in range(1, 11)]
    assert remaining(large) == [80.0, 90.0, 100.0]


def test_state_changes_from_saved_to_check_to_not_saved(tournament: Tournament, folder: Path, clock: Clock) -> None:
    now = timezone.now()
    assert backup_state(now).sentence == "There is nothing to save yet."
    log_action(tournament)
    BackupSchedule().run()
    made = datetime.fromisoformat(stored_backups(folder)[0].facts.made_at)
    state = backup_state(made + timedelta(seconds=4.5))
    assert (state.tone, state.word, state.unsaved) == ("good", "saved", 0)
    assert state.sentence.startswith("Saved in the data folder 4 seconds ago")
    log_action(tournament)
    words = [backup_state(timezone.now() + timedelta(minutes=minutes)).word for minutes in (1, 3, 11)]
    assert words == ["saved", "check", "not saved"]
    late = backup_state(timezone.now() + timedelta(minutes=11))
    assert late.reasons == ["No worker is making backups. Start Pennant again, or start a worker."]
    assert late.sentence.endswith("1 action since.")


def test_full_disk_is_reported(tournament: Tournament, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log_action(tournament)
    make_backup(BackupKind.AUTOMATIC)
    disk = type("Usage", (), {"free": 312 * 10**6})
    monkeypatch.setattr("backups.queries.backup_state.shutil.disk_usage", lambda path: disk)
    state = backup_state(timezone.now())
    assert (state.tone, state.reasons[0][:27]) == ("warn", "Only 312 MB is free on the ")
    disk.free = 1000
    assert "is full. Free some space." in backup_state(timezone.now()).reasons[0]


def test_old_damaged_backup_is_reported(
    tournament: Tournament, folder: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    schedule = BackupSchedule()
    log_action(tournament)
    schedule.run()
    (path,) = folder.glob("pennant-*.zip")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(content)
    clock.seconds += 60
    schedule.run()
    assert read_checks().damaged == {}, "it was read when it was made"
    week_later = timezone.now() + timedelta(days=8)
    monkeypatch.setattr("backups.weekly_check.timezone.now", lambda: week_later)
    clock.seconds += 60
    schedule.run()
    assert list(read_checks().damaged) == [str(path)]
    assert any("is now damaged" in reason for reason in backup_state(timezone.now()).reasons)
    path.unlink()
    assert read_checks().reasons == []


def from_another_database(backup: Path, newest: int) -> None:
    """Add a backup from a different database, with a higher action number."""
    with zipfile.ZipFile(backup) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    facts, details = json.loads(members["facts.json"]), json.loads(members["details.json"])
    members["facts.json"] = json.dumps(facts | {"newest_act": newest}).encode()
    members["details.json"] = json.dumps(details | {"run": "other", "database": "other"}).encode()
    with zipfile.ZipFile(backup.with_name(f"pennant-2026-01-01-000000-{newest}-automatic.zip"), "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def test_another_databases_backups_do_not_block_new_ones(tournament: Tournament, folder: Path, clock: Clock) -> None:
    log_action(tournament)
    first = make_backup(BackupKind.AUTOMATIC)
    from_another_database(first, 1_000_000)
    newest = log_action(tournament).pk
    assert backup_state(timezone.now()).unsaved == 1
    BackupSchedule().run()
    assert newest in saved_actions(folder)
    assert backup_state(timezone.now()).unsaved == 0


def test_another_databases_backups_do_not_count_for_thinning(folder: Path) -> None:
    manifest = read_manifest(make_backup(BackupKind.ASKED))
    own = [stored(manifest, number, run="own", seconds=10.0 * number) for number in range(1, 31)]
    foreign = [stored(manifest, 1000 + number, run="other", seconds=60.0 * number) for number in range(1, 100)]
    foreign = [replace(backup, facts=replace(backup.facts, database="other")) for backup in foreign]
    surplus = surplus_backups([*own, *foreign], manifest.database)
    assert surplus
    assert {backup.facts.run for backup in surplus} == {"other"}


def test_damaged_files_count_toward_the_space_limit(tournament: Tournament, folder: Path) -> None:
    manifest = read_manifest(make_backup(BackupKind.ASKED))
    large = [stored(manifest, number, run="a", seconds=10.0 * number, size=2**28) for number in range(1, 9)]
    assert surplus_backups(large) == []
    assert [backup.facts.newest_action for backup in surplus_backups(large, damaged_bytes=2**29)] == [2, 1]
    for number in range(4):
        log_action(tournament)
        make_backup(BackupKind.AUTOMATIC, datetime(2026, 11, 21, 12, number, tzinfo=UTC))
    with (folder / "pennant-damaged.zip").open("wb") as damaged:
        damaged.truncate(2**31)  # a sparse file
    make_backup(BackupKind.AUTOMATIC)
    automatic = [backup for backup in stored_backups(folder) if backup.facts.kind == BackupKind.AUTOMATIC]
    assert len(automatic) == 3


def test_leftover_files_from_a_killed_backup_are_deleted(
    tournament: Tournament, folder: Path, tmp_path, settings
) -> None:
    stick = tmp_path / "stick"
    settings.SECOND_BACKUP_FOLDER = str(stick)
    for place in (folder, stick):
        place.mkdir()
        (place / "pennant-2026-11-21-120000-7-automatic.zip.part").write_bytes(b"half")
    make_backup(BackupKind.AUTOMATIC)
    assert [*folder.glob("*.part"), *stick.glob("*.part")] == []


def test_unwritable_drive_is_reported_and_fills_no_other_folder(
    tournament: Tournament, folder: Path, clock: Clock, tmp_path: Path, settings
) -> None:
    stick = tmp_path / "stick"
    stick.write_text("a file in its place")
    settings.SECOND_BACKUP_FOLDER = str(stick)
    schedule = BackupSchedule()
    log_action(tournament)
    for _ in range(3):
        schedule.run()
        clock.seconds += 10
    assert len(saved_actions(folder)) == 1
    assert "exists" in read_report().problem
    stick.unlink()
    schedule.run()
    assert (len(saved_actions(stick)), read_report().problem) == (1, "")


@pytest.mark.skipif(
    django_settings.DATABASES["default"]["ENGINE"].endswith("postgresql"), reason="its file is SQLite's"
)
def test_damaged_database_is_reported_and_does_not_stop_later_backups(
    tournament: Tournament, folder: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    log_action(tournament)
    schedule = BackupSchedule()
    with monkeypatch.context() as broken:
        broken.setattr("backups.backup.copy_database", fail)
        broken.setattr("backups.backup.database_damage", lambda: "row 7 missing from index")
        schedule.run()
    assert read_report().problem.startswith("The database is damaged (row 7 missing from index). Restore a backup")
    with monkeypatch.context() as broken:
        broken.setattr("backups.schedule.newest_action", fail)
        clock.seconds += 10
        schedule.run()
    schedule.run()
    assert (len(saved_actions(folder)), read_report().problem) == (1, "")


def test_dashboard_pages_and_readiness_show_the_backup_state(tournament: Tournament, folder: Path) -> None:
    log_action(tournament)
    make_backup(BackupKind.AUTOMATIC)
    director = signed_in(AccessFactory(tournament=tournament))
    for address in (f"/t/{tournament.slug}/dashboard/", f"/t/{tournament.slug}/saved/"):
        page = director.get(address).content.decode()
        assert 'data-state="saved"' in page
        assert "Saved in the data folder" in page
    assert Client().get(f"/t/{tournament.slug}/saved/").status_code in (302, 403)
    ready = Client().get("/health/ready/").json()
    assert (ready["backups"], ready["unsaved_actions"]) == ("saved", 0)
    organizer = signed_in(AccessFactory(role="organiser", tournament=None, team=None))
    page = organizer.get("/backups/").content.decode()
    assert "at most one every 10 seconds" in " ".join(page.split())
