"""Test that tournament files from strangers change nothing outside their own tournament and block no one."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from backups.archives import BackupError, BackupKind, verify_archive
from backups.backup import make_backup
from backups.restore import restore_backup
from backups.transfer import import_tournament, preview_import, write_tournament
from core.child_process import ReadLimits
from tests.backups.mutated_files import rewritten
from tests.backups.test_backups import log_action
from tests.factories import TournamentFactory
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Tournament
from weekend.practice.weekend import PracticeField, build_weekend

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
SMALL = PracticeField(managed=8, divisions=1, has_imputed_team=False)
ENDLESS_VIEW = """
DROP TABLE tournaments_manager;
CREATE VIEW tournaments_manager AS
WITH RECURSIVE endless(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM endless) SELECT * FROM endless;
"""
TRIGGER = """
CREATE TRIGGER hidden AFTER INSERT ON tournaments_team BEGIN DELETE FROM tournaments_action; END;
"""
HOSTILE = {
    ENDLESS_VIEW: "it contains a view (tournaments_manager)",
    TRIGGER: "it contains a trigger (hidden)",
    "CREATE VIRTUAL TABLE search USING fts5(x)": "is a virtual table",
    "CREATE TABLE extra (id integer PRIMARY KEY, twice integer AS (id * 2))": "has computed columns",
    f"UPDATE tournaments_action SET id = {2**63 - 5} WHERE id = (SELECT MAX(id) FROM tournaments_action)": "the number",
    f"UPDATE sqlite_sequence SET seq = {2**63 - 5} WHERE name = 'tournaments_team'": "the last number of",
    f"UPDATE tournaments_team SET id = {10**15 + 1} WHERE slot = 1": "has a row with the number 1000000000000001",
    "UPDATE tournaments_tournament SET time_zone = 'Mars/Olympus'": "is not a time zone",
    "UPDATE tournaments_tournament SET profile_key = 'nobody@7'": "There is no edition",
    "UPDATE tournaments_tournament SET profile_text = '[[['": "damaged",
    "UPDATE tournaments_team SET name = printf('%.*c', 3000000, 'x') WHERE slot = 1": "with 3,000,000 characters",
    "UPDATE tournaments_team SET division_id = 'first'": "damaged",
    "UPDATE tournaments_team SET kind = 'ghost'": "is not a valid choice",
    "UPDATE tournaments_tournament SET created_at = 'long ago'": "damaged",
    "UPDATE tournaments_tournament SET best_of = '5,lots'": "has invalid settings",
    "UPDATE tournaments_tournament SET timetable = '{\"begins\": 5}'": "has invalid settings",
    "UPDATE tournaments_tournament SET name = ''": "cannot be blank",
    "UPDATE tournaments_tournament SET name = 'a' || char(0) || 'b'": "contains a null character",
    "UPDATE tournaments_tournament SET timetable = '{\"begins\": 1e300}'": "is out of range",
    f"UPDATE tournaments_action SET after = '{'[' * 30}{']' * 30}'": "too long or too deeply nested",
    f"UPDATE tournaments_action SET after = '{'[' * 90_000}{']' * 90_000}'": "damaged",
    "UPDATE drafts_draft SET next_overall = 2000000000": "is not a number from 0 to 10000",
    "UPDATE drafts_draft SET seconds_per_pick = 2000000000": "is not a number from 0 to 604800",
    "UPDATE tournaments_team SET division_id = 10000": "FOREIGN KEY",
    "UPDATE tournaments_team SET id = 0 WHERE slot = 1": "has a row with the number",
    "DELETE FROM tournaments_tournament": "damaged",
    "DROP TABLE tournaments_team": "damaged",
    "UPDATE django_migrations SET name = '9999_from_the_future'": "newer version of Pennant",
}


@pytest.fixture(scope="module")
def files(django_db_setup, django_db_blocker, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the files of a small tournament."""
    folder = tmp_path_factory.mktemp("strangers")
    with django_db_blocker.unblock():
        for stage in ("signup", "draft"):
            made = build_weekend(stage=stage, seed=3, field=SMALL)
            write_tournament(made, folder / f"{stage}.pennant")
            made.delete()
    return folder


@pytest.mark.usefixtures("reads_here")
@pytest.mark.parametrize("statements", HOSTILE, ids=lambda statements: " ".join(statements.split())[:40])
def test_hostile_file_is_rejected_and_changes_nothing(files: Path, tmp_path: Path, statements: str) -> None:
    TournamentFactory(name="Somebody else's")
    hostile = rewritten(files / "draft.pennant", tmp_path / "hostile.pennant", statements)
    with pytest.raises(BackupError) as refused:
        import_tournament(hostile, PROGRAM)
    assert HOSTILE[statements] in str(refused.value)
    assert "hostile.pennant" in str(refused.value)
    assert list(Tournament.objects.values_list("name", flat=True)) == ["Somebody else's"]


def test_unmodified_file_can_be_imported(files: Path) -> None:
    assert import_tournament(files / "draft.pennant", PROGRAM).teams.count() == 8


def test_rejects_a_file_that_takes_too_long(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.child_process._START_SECONDS", 0)
    monkeypatch.setattr("backups.foreign_archives._TOURNAMENT_LIMITS", ReadLimits(seconds=0))
    with pytest.raises(BackupError, match="takes too long to read") as refused:
        import_tournament(files / "draft.pennant", PROGRAM)
    assert refused.value.code == "TOO_SLOW"
    assert not Tournament.objects.exists()


def test_rejects_a_file_that_needs_too_much_memory(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backups.foreign_archives._TOURNAMENT_LIMITS", ReadLimits(megabytes=16))
    with pytest.raises(BackupError) as refused:
        preview_import(files / "draft.pennant")
    assert refused.value.code == "TOO_MUCH_MEMORY"


@pytest.mark.parametrize("statements", [TRIGGER, f"UPDATE tournaments_action SET id = {2**63 - 5}"])
def test_restore_rejects_a_hostile_backup(tmp_path: Path, settings, statements: str) -> None:
    settings.BACKUP_FOLDER, settings.SECOND_BACKUP_FOLDER = str(tmp_path / "backups"), ""
    last = log_action(TournamentFactory())
    hostile = rewritten(make_backup(BackupKind.ASKED), tmp_path / "hostile.zip", statements)
    with pytest.raises(BackupError, match="is damaged"):
        verify_archive(hostile)
    with pytest.raises(BackupError, match="is damaged"):
        restore_backup(hostile, PROGRAM)
    assert log_action(Tournament.objects.get()).pk < last.pk + 1000


def test_endless_query_is_stopped(tmp_path: Path) -> None:
    from backups.sqlite_checks import DamagedDatabase, check_database  # noqa: PLC0415

    path = tmp_path / "large.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE t (id integer, x)")
        database.execute("CREATE TABLE u (id integer, PRIMARY KEY (id DESC))")
        database.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 300000)"
                         " INSERT INTO u SELECT i FROM n")  # fmt: skip
        database.commit()
    with pytest.raises(DamagedDatabase, match="reading it takes too long"):
        check_database(path, seconds=-1)


def test_rejects_a_file_without_exactly_one_tournament(files: Path, tmp_path: Path) -> None:
    for tournaments in ([], None, "x"):
        odd = rewritten(files / "draft.pennant", tmp_path / "odd.pennant", "", tournaments=tournaments)
        with pytest.raises(BackupError, match="damaged"):
            preview_import(odd)
