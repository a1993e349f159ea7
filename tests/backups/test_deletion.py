"""Test that only the organizer can delete a tournament, after typing its name and making a backup."""

from pathlib import Path

import pytest
from django.test import Client

from backups.archives import BackupError, BackupKind
from backups.backup import stored_backups
from backups.refusals import BackupRefusal
from tests.conftest import signed_in
from tests.factories import AccessFactory, DraftFactory, TournamentFactory
from tournaments.access.links import link_token
from tournaments.models import Role, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings) -> Path:
    settings.BACKUP_FOLDER, settings.SECOND_BACKUP_FOLDER = str(tmp_path / "copies"), ""
    settings.SECRET_KEY_FILE = str(tmp_path / "secret_key")
    return tmp_path / "copies"


@pytest.fixture
def organizer() -> Client:
    return signed_in(AccessFactory(tournament=None, role=Role.ORGANISER, label="Organizer"))


@pytest.fixture
def tournament() -> Tournament:
    return TournamentFactory(name="Winter Weekend")


def test_deleting_makes_a_backup_with_the_tournament(tournament, organizer, folder):
    answer = organizer.post(f"/t/{tournament.slug}/delete/", {"name": " winter weekend "}, follow=True)
    assert "Winter Weekend has been deleted. You can recover it here for 30 days." in answer.content.decode()
    tournament.refresh_from_db()
    assert tournament.deleted_at is not None
    (backup,) = stored_backups(folder)
    assert backup.facts.kind == BackupKind.DELETION
    assert [summary.name for summary in backup.facts.tournaments] == ["Winter Weekend"]


@pytest.mark.parametrize("typed", ["", "Winter", "<b>"])
def test_wrong_name_deletes_nothing(tournament, organizer, folder, typed):
    answer = organizer.post(f"/t/{tournament.slug}/delete/", {"name": typed})
    assert answer.status_code == 400
    assert 'aria-invalid="true"' in answer.content.decode()
    tournament.refresh_from_db()
    assert tournament.deleted_at is None
    assert not folder.exists()


def test_nothing_is_deleted_without_a_backup(tournament, organizer, monkeypatch):
    def fail(kind: BackupKind) -> Path:
        raise BackupError(BackupRefusal.BACKUP_IN_PROGRESS)

    monkeypatch.setattr("backups.services.deletion.make_backup", fail)
    answer = organizer.post(f"/t/{tournament.slug}/delete/", {"name": tournament.name})
    assert "Another backup is running" in answer.content.decode()
    tournament.refresh_from_db()
    assert tournament.deleted_at is None


def test_only_the_organizer_can_open_the_page_and_get_deletes_nothing(tournament, organizer, director_of):
    address = f"/t/{tournament.slug}/delete/"
    assert organizer.get(address).status_code == 200
    for client in (Client(), director_of(tournament)):
        assert client.post(address, {"name": tournament.name}).status_code == 403
    tournament.refresh_from_db()
    assert tournament.deleted_at is None


def test_deleting_pauses_a_running_draft(tournament, organizer):
    draft = DraftFactory(division__tournament=tournament, state="running")
    organizer.post(f"/t/{tournament.slug}/delete/", {"name": tournament.name})
    draft.refresh_from_db()
    assert draft.state == "paused"


def test_api_deletes_a_tournament_by_name_after_a_backup(tournament, folder):
    access = AccessFactory(tournament=None, role=Role.ORGANISER)
    program = Client(headers={"Authorization": f"Bearer {link_token(access)}"})
    address = f"/api/v1/tournaments/{tournament.slug}/delete/"
    refused = program.post(address, {"name": "Winter"}, content_type="application/json")
    assert (refused.status_code, refused.json()["finding"]) == (400, "WRONG_NAME")
    assert not folder.exists()
    deleted = program.post(address, {"name": "Winter Weekend"}, content_type="application/json")
    assert (deleted.status_code, deleted.json()["slug"]) == (200, tournament.slug)
    tournament.refresh_from_db()
    assert tournament.deleted_at is not None
    assert [backup.facts.kind for backup in stored_backups(folder)] == [BackupKind.DELETION]
    assert program.post(address, {"name": "Winter Weekend"}, content_type="application/json").status_code == 404
