"""Test that a host saves each tournament as a file after its actions, and that other installations can open it."""

from pathlib import Path

import pytest
from django.db import connection

from backups import tournament_copies
from backups.archives import read_manifest
from backups.schedule import BackupSchedule
from backups.tournament_copies import FILES_PER_TOURNAMENT, TournamentCopies, tournament_folder
from backups.transfer import import_tournament
from tests.factories import TournamentFactory
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import PROGRAM, record_action
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.BACKUP_FOLDER, settings.SECOND_BACKUP_FOLDER = str(tmp_path / "copies"), ""
    settings.DATA_DIR = str(tmp_path)
    monkeypatch.setattr(tournament_copies, "pause_after", lambda work_seconds, *, shortest: 0.0)
    return tmp_path


def log_action(tournament: Tournament) -> int:
    sentence = "Something was done."
    return record_action(tournament=tournament, actor=PROGRAM, verb=Verb.EDIT_TEAM, sentence=sentence).pk


def saved_files() -> list[Path]:
    return sorted(tournament_folder().glob("*.pennant"))


def test_only_tournaments_with_new_actions_are_saved() -> None:
    copies = TournamentCopies()
    spring, fall = TournamentFactory(name="Spring"), TournamentFactory(name="Fall")
    practice = TournamentFactory(is_practice=True)
    for tournament in (spring, fall, practice):
        log_action(tournament)
    for _ in range(4):
        copies.run()
    assert sorted(read_manifest(file).tournaments[0].name for file in saved_files()) == ["Fall", "Spring"]
    log_action(fall)
    TournamentCopies().run()  # another worker, which finds out from the files which tournaments are saved
    copies.run()
    assert len(saved_files()) == 3
    newest = next(file for file in saved_files() if spring.slug in file.name)
    spring.delete()
    assert import_tournament(newest, PROGRAM).name == "Spring"


def test_only_the_newest_files_per_tournament_are_stored() -> None:
    copies, tournament = TournamentCopies(), TournamentFactory()
    actions = []
    for _ in range(FILES_PER_TOURNAMENT + 2):
        actions.append(log_action(tournament))
        copies.run()
    saved = {int(file.name.split("-")[1]) for file in saved_files()}
    assert saved == set(actions[-FILES_PER_TOURNAMENT:])


def test_worker_saves_tournament_files_only_on_postgresql() -> None:
    log_action(TournamentFactory())
    BackupSchedule().run()
    assert bool(saved_files()) == (connection.vendor == "postgresql")
