"""Test that another installation can import a tournament's file and show the same data, on both databases."""

import json
import sqlite3
import zipfile
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from backups.archives import BackupError, BackupKind, read_manifest
from backups.backup import make_backup
from backups.models import ArrivingFile
from backups.ownership import CARDS, owned_models
from backups.refusals import ImportRefusal
from backups.restore import restore_backup
from backups.services import imports
from backups.services.imports import request_import
from backups.tasks import import_tournament_file
from backups.transfer import import_tournament, preview_import, write_tournament
from core.job_queue import celery_app
from core.private_tables import is_private
from drafts.models import CardSet, Draft, PlayerCard, QueuedPlayer
from games.models import Game, Mistake
from tests.backups.picture import digest, picture
from tests.backups.test_backups import Laptop, log_action
from tests.conftest import signed_in
from tests.factories import AccessFactory, DraftFactory, ManagerAccessFactory, TournamentFactory
from tests.games.building import DESK, League, complete_games
from tournaments.access.links import link_token
from tournaments.action_log.writing import PROGRAM, Actor
from tournaments.models import Access, Device, Notice, Team, Tournament
from tournaments.services.notices import create_notice
from tournaments.services.pins import set_pin
from tournaments.services.undo import undo_action
from tournaments.services.visibility import mark_deleted
from weekend.practice.weekend import PracticeField, build_weekend
from weekend.tasks import resume_unfinished_work

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.database,
    pytest.mark.usefixtures("reads_here"),
]
SMALL = PracticeField(managed=8, divisions=1, has_imputed_team=False)


@pytest.fixture
def weekend() -> Tournament:
    """Create a tournament midway through the round robin, with secrets and other data that a practice weekend lacks."""
    made = build_weekend(stage="round_robin", seed=4, field=SMALL)
    series = made.series.filter(status="complete").first()
    access = ManagerAccessFactory(team=series.home, nonce="secret nonce")
    signed_in(access)
    set_pin(team=series.home, actor=Actor("Manager", access.pk), pin="4821")
    card = PlayerCard.objects.filter(picks=None).first()
    QueuedPlayer.objects.create(team=series.home, card=card, position=1)
    mistake = Mistake.objects.create(
        series=series, game=1, kind="dice", offended=series.away, card=card, stage="finished", rule="T31.8",
        reason="x", facts={"game": 1}, agreed=[series.away_id],
    )  # fmt: skip
    create_notice(
        tournament=made, team=series.away, kind="Mistake", sentence="Answer.", link_text="Answer it",
        address=f"/t/{made.slug}/series/{series.pk}/", about=f"mistake:{mistake.pk}",
    )  # fmt: skip
    made.refresh_from_db()
    return made


def elsewhere() -> None:
    """Simulate another installation, without the earlier data and with higher IDs."""
    for model in (Tournament, CardSet):
        model.objects.all().delete()
    TournamentFactory(name="Somebody else's")
    log_action(TournamentFactory())


def test_imported_tournament_matches_the_original(weekend: Tournament, tmp_path: Path) -> None:
    before = picture(weekend)
    assert len(before["seals"]) > 10
    assert {seal[4] for seal in before["seals"]} == {"valid"}
    assert len(before["log"]) > 100
    write_tournament(weekend, tmp_path / "weekend.pennant")
    elsewhere()
    opened = import_tournament(tmp_path / "weekend.pennant", PROGRAM)
    assert opened.pk != weekend.pk
    after = picture(opened)
    for chapter, content in before.items():
        assert after[chapter] == content, chapter
    notice = Notice.objects.get(tournament=opened)
    assert notice.about == f"mistake:{Mistake.objects.get().pk}"
    assert opened.series.filter(pk=int(notice.address.split("/")[-2])).exists()
    organizer = signed_in(AccessFactory(role="organiser", tournament=None, team=None))
    for name in (
        "",
        "dashboard/",
        "people/",
        "schedule/",
        "results/",
        "standings/",
        "rosters/",
        "draft/",
        "log/",
        "print/",
    ):
        assert organizer.get(f"/t/{opened.slug}/{name}", follow=True).status_code == 200, name
    earlier_action_is_undone_and_redone(opened)


def earlier_action_is_undone_and_redone(opened: Tournament) -> None:
    saved = opened.actions.filter(verb="save_series_results").latest("pk")
    series = opened.series.get(pk=int(saved.subject.partition(":")[2]))
    for signature in opened.actions.filter(verb="sign_sheet", subject=saved.subject):
        undo_action(action=signature, actor=DESK)
    was, games = str(series.score), Game.objects.filter(series=series).count()
    undone = undo_action(action=saved, actor=DESK)
    series.refresh_from_db()
    assert Game.objects.filter(series=series).count() < games
    undo_action(action=undone, actor=DESK)
    series.refresh_from_db()
    assert (series.score, Game.objects.filter(series=series).count()) == (was, games)


def test_team_removed_before_the_export_gets_an_unused_id(tmp_path: Path) -> None:
    made = build_weekend(stage="signup", seed=2, field=SMALL)
    director = signed_in(AccessFactory(tournament=made))
    for team in (made.teams.order_by("pk").first(), made.teams.order_by("pk").last()):
        director.post(f"/t/{made.slug}/people/{team.pk}/remove/", follow=True)
    assert made.teams.count() == 6
    names = set(made.teams.values_list("name", flat=True))
    write_tournament(made, tmp_path / "weekend.pennant")
    made.delete()
    elsewhere()
    opened = import_tournament(tmp_path / "weekend.pennant", PROGRAM)
    later = Team.objects.create(tournament=TournamentFactory(), name="Came later")
    for removal in opened.actions.filter(verb="remove_team"):
        undo_action(action=removal, actor=DESK)
    assert set(opened.teams.values_list("name", flat=True)) > names
    assert opened.teams.count() == 8
    assert Team.objects.get(pk=later.pk).name == "Came later"


def test_round_trip_through_a_sqlite_laptop_changes_nothing(weekend: Tournament, tmp_path: Path) -> None:
    """On PostgreSQL, this is the round trip between the two databases."""
    before = digest(weekend)
    write_tournament(weekend, tmp_path / "there.pennant")
    what_signs_people_in_stays_behind(tmp_path / "there.pennant")
    laptop = Laptop(tmp_path / "laptop")
    assert "Opened at" in laptop.run("pennant_baseball", "import", str(tmp_path / "there.pennant"), "--yes")
    laptop.run("pennant_baseball", "export", weekend.slug, str(tmp_path / "back.pennant"))
    elsewhere()
    opened = import_tournament(tmp_path / "back.pennant", PROGRAM)
    assert digest(opened) == before
    assert not Access.objects.filter(tournament=opened).exists()
    assert not opened.teams.exclude(pin_hash="").exists()


def what_signs_people_in_stays_behind(file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        assert sorted(archive.namelist()) == ["facts.json", "pennant.sqlite3"]
        content = archive.read("pennant.sqlite3")
    hashed = Team.objects.exclude(pin_hash="").get().pin_hash
    for secret in ("secret nonce", hashed, *Device.objects.values_list("key", flat=True)):
        assert secret.encode() not in content


def test_every_model_is_exported_or_deliberately_excluded() -> None:
    own = {model for model in apps.get_models() if model.__module__.split(".")[0] in apps.app_configs}
    ours = {model for model in own if not model.__module__.startswith("django.")}
    private = {model for model in ours if is_private(model)}
    assert ours - {*owned_models(), *private, *CARDS} == set()


def test_same_tournament_is_imported_once_and_a_namesake_separately(tmp_path: Path) -> None:
    league = League(rounds=1)
    league.save(complete_games(league, league.series[0]))
    file = tmp_path / "weekend.pennant"
    write_tournament(league.tournament, file)
    rows = Tournament.objects.count(), CardSet.objects.count()
    refusal = preview_import(file).refusal
    assert refusal is not None
    assert (refusal.finding, refusal.shown_facts) == (ImportRefusal.ALREADY_HERE, {"tournament": "Weekend"})
    with pytest.raises(BackupError, match="already here"):
        import_tournament(file, PROGRAM)
    assert (Tournament.objects.count(), CardSet.objects.count()) == rows
    mark_deleted(tournament=league.tournament, actor=PROGRAM)
    refusal = preview_import(file).refusal
    assert refusal is not None
    assert refusal.finding == ImportRefusal.DELETED_HERE
    slug = league.tournament.slug
    league.tournament.delete()
    PlayerCard.objects.filter(pk=league.sharks.starters[0].pk).update(name="Another man")
    TournamentFactory(name="Weekend", slug=slug)
    opened = import_tournament(file, PROGRAM)
    assert opened.slug != slug
    # the local cards differ, so the import adds the file's own cards
    assert Draft.objects.get(division__tournament=opened).card_set.name.endswith(" (2)")


def test_existing_cards_are_reused(tmp_path: Path) -> None:
    league = League(rounds=1)
    write_tournament(league.tournament, tmp_path / "weekend.pennant")
    league.tournament.delete()
    cards = PlayerCard.objects.count()
    opened = import_tournament(tmp_path / "weekend.pennant", PROGRAM)
    assert (PlayerCard.objects.count(), CardSet.objects.count()) == (cards, 1)
    assert Draft.objects.get(division__tournament=opened).card_set == CardSet.objects.get()


def test_file_cannot_unlock_private_cards_it_does_not_contain(tmp_path: Path) -> None:
    league = League(rounds=1)
    write_tournament(league.tournament, tmp_path / "weekend.pennant")
    league.tournament.delete()
    card_set = CardSet.objects.get()
    CardSet.objects.update(is_private=True)
    first = import_tournament(tmp_path / "weekend.pennant", PROGRAM)
    assert Draft.objects.get(division__tournament=first).card_set == card_set
    first.delete()
    PlayerCard.objects.create(card_set=card_set, code="another", name="Another man")
    opened = import_tournament(tmp_path / "weekend.pennant", PROGRAM)
    assert Draft.objects.get(division__tournament=opened).card_set != card_set


def test_running_draft_is_imported_paused(tmp_path: Path) -> None:
    draft = DraftFactory(state="running", deadline="2026-11-21T12:00Z")
    write_tournament(draft.division.tournament, tmp_path / "weekend.pennant")
    draft.division.tournament.delete()
    opened = import_tournament(tmp_path / "weekend.pennant", PROGRAM)
    arrived = Draft.objects.get(division__tournament=opened)
    assert (arrived.state, arrived.deadline, arrived.seconds_left_when_paused) == ("paused", None, 60)
    assert opened.epoch


def changed(file: Path, target: Path, **facts: object) -> Path:
    with zipfile.ZipFile(file) as true, zipfile.ZipFile(target, "w") as false:
        false.writestr("facts.json", json.dumps({**json.loads(true.read("facts.json")), **facts}))
        false.writestr("pennant.sqlite3", true.read("pennant.sqlite3"))
    return target


def test_rejects_damaged_newer_and_foreign_files_with_a_message(tmp_path: Path, settings) -> None:
    settings.BACKUP_FOLDER = str(tmp_path / "copies")
    tournament = TournamentFactory(name="Whole")
    file = tmp_path / "whole.pennant"
    write_tournament(tournament, file)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 0xFF
    (tmp_path / "damaged.pennant").write_bytes(content)
    (tmp_path / "holiday.pennant").write_bytes(b"a picture")
    newer = changed(file, tmp_path / "newer.pennant", version="7.0.0")
    for refused, sentence in (
        (tmp_path / "damaged.pennant", "damaged"),
        (tmp_path / "holiday.pennant", "is damaged, or it is not a Pennant backup"),
        (newer, r"made by Pennant 7\.0\.0, but this is .*\. Upgrade first"),
        (tmp_path / "none.pennant", "doesn't exist"),
        (make_backup(BackupKind.ASKED), "is a full backup"),
    ):
        with pytest.raises(BackupError, match=sentence):
            import_tournament(refused, PROGRAM)
    assert read_manifest(file).kind == "tournament"
    with pytest.raises(BackupError, match="contains only one tournament"):
        restore_backup(file, PROGRAM)
    assert Tournament.objects.get() == tournament


def test_export_and_import_commands_report_their_results(tmp_path: Path, capsys) -> None:
    tournament = TournamentFactory(name="Spring classic", slug="spring")
    log_action(tournament)
    file = str(tmp_path / "spring.pennant")
    call_command("export_tournament")
    assert "spring  Spring classic" in capsys.readouterr().out
    call_command("export_tournament", "spring", file)
    assert "and checked" in capsys.readouterr().out
    with pytest.raises(CommandError, match="Tournament “autumn” not found"):
        call_command("export_tournament", "autumn")
    call_command("import_tournament", file)
    assert "This tournament is already here" in capsys.readouterr().out
    tournament.delete()
    call_command("import_tournament", file)
    assert "Spring classic: Sign-up, 0 teams, 1 actions" in (output := capsys.readouterr().out)
    assert "Nothing was changed" in output
    call_command("import_tournament", file, "--yes")
    assert "Opened at /t/spring/" in capsys.readouterr().out


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collect the files sent to the worker's queue."""
    numbers: list[int] = []
    monkeypatch.setattr(celery_app(), "send_task", lambda name, args, **more: numbers.extend(args), raising=False)
    monkeypatch.setattr("weekend.tasks.repeat_in_thread", lambda *args: None)
    return numbers


def test_director_exports_and_organizer_imports_after_a_preview(tmp_path: Path, settings, sent: list[int]) -> None:
    settings.DATA_DIR = tmp_path
    league = League(rounds=1)
    league.save(complete_games(league, league.series[0]))
    slug = league.tournament.slug
    director = signed_in(AccessFactory(tournament=league.tournament))
    assert f"/t/{slug}/file/" in director.get(f"/t/{slug}/print/").content.decode()
    response = director.get(f"/t/{slug}/file/")
    assert f'filename="{slug}-' in response["Content-Disposition"]
    organizer = signed_in(AccessFactory(role="organiser", tournament=None, team=None))
    assert "/imports/" in organizer.get("/").content.decode()

    def bring(content: bytes, name: str = "weekend.pennant") -> tuple[str, str]:
        answer = organizer.post("/imports/", {"file": SimpleUploadedFile(name, content)}, follow=True)
        return answer.request["PATH_INFO"], " ".join(answer.content.decode().split())

    assert "This tournament is already here: “Weekend”." in bring(response.content)[1]
    league.tournament.delete()
    assert "holiday.pennant is damaged, or it is not a Pennant backup" in bring(b"a picture", "holiday.pennant")[1]
    assert "Choose a tournament file first" in organizer.post("/imports/").content.decode()
    waiting, seen = bring(response.content)
    assert "Import tournament</button>" in seen
    assert "Sign-up, 2 teams" in seen
    assert not Tournament.objects.exists()
    page = organizer.post(waiting, follow=True)
    assert "It will open when a worker is free." in page.text
    assert 'data-reload="1000"' in page.text
    assert not Tournament.objects.exists()
    import_tournament_file(*sent)
    opened = organizer.get(waiting).text
    assert "Invite its people again" in opened
    assert f'href="/t/{slug}/"' in opened
    assert "data-reload" not in opened
    assert ArrivingFile.objects.get().content is None
    assert len(list((tmp_path / "arrivals").iterdir())) == 1, "but the one that was refused, which goes within the hour"
    assert "The uploaded file is gone" in organizer.get(f"/imports/{uuid4()}/").text
    invitations = organizer.post(f"/t/{slug}/people/links/", {"act": "teams"}, follow=True)
    assert Access.objects.filter(tournament__slug=slug, role="manager").count() == 2, invitations.content.decode()


@pytest.fixture
def organizer() -> Client:
    return signed_in(AccessFactory(role="organiser", tournament=None, team=None))


@pytest.fixture
def arriving_file(tmp_path: Path) -> ArrivingFile:
    """Queue an import of a tournament that doesn't exist here."""
    tournament = TournamentFactory(name="Spring classic", slug="spring")
    write_tournament(tournament, tmp_path / "spring.pennant")
    tournament.delete()
    content = (tmp_path / "spring.pennant").read_bytes()
    return request_import(mark=uuid4(), title="Spring classic", content=content, actor=Actor("Organiser"))


def test_import_shows_progress_and_canceling_changes_nothing(
    arriving_file: ArrivingFile, organizer: Client, sent: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, pages, report = f"/imports/{arriving_file.mark}/", [], imports.report

    def cancel_before_the_last(work: ArrivingFile, **facts: object) -> bool:
        if facts["steps_done"] == 2:
            ArrivingFile.objects.filter(pk=work.pk).update(state="cancelled")
        done = report(work, **facts)
        pages.append(organizer.get(address).text)
        return done

    monkeypatch.setattr(imports, "report", cancel_before_the_last)
    import_tournament_file(arriving_file.pk)
    assert "Upgrading the tournament to this version of Pennant. Nothing has been saved yet." in pages[0]
    assert 'value="1"' in pages[0]
    assert "Nothing was changed." in pages[1]
    assert "data-reload" not in pages[1]
    assert not Tournament.objects.exists()


def test_stalled_import_is_finished_once_by_the_next_worker(
    arriving_file: ArrivingFile, organizer: Client, sent: list[int]
) -> None:
    address = f"/imports/{arriving_file.mark}/"
    assert "waiting for a worker" in organizer.post(f"{address}resume/", follow=True).text
    ArrivingFile.objects.update(state="running", beat_at=timezone.now() - timedelta(hours=1))
    assert "The worker hasn&#x27;t responded for 36" in organizer.get(address).text
    organizer.post(f"{address}resume/")
    assert sent == [arriving_file.pk]
    import_tournament_file(arriving_file.pk)
    import_tournament_file(arriving_file.pk)
    assert Tournament.objects.get().slug == "spring"
    assert "This file is no longer being opened." in organizer.post(f"{address}cancel/", follow=True).text


def test_interrupted_import_resumes_only_on_request(
    arriving_file: ArrivingFile, organizer: Client, sent: list[int]
) -> None:
    ArrivingFile.objects.update(state="running", beat_at=timezone.now() - timedelta(hours=1))
    resume_unfinished_work()
    assert sent == []
    import_tournament_file(arriving_file.pk)  # the queue redelivers a killed worker's job
    assert not Tournament.objects.exists()
    organizer.post(f"/imports/{arriving_file.mark}/resume/")
    import_tournament_file(*sent)
    assert Tournament.objects.get().slug == "spring"


def test_waiting_file_is_queued_by_the_next_worker(arriving_file: ArrivingFile, sent: list[int]) -> None:
    resume_unfinished_work()
    assert sent == [arriving_file.pk]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows, not the whole database")
def test_import_can_be_canceled_while_the_database_is_locked(
    arriving_file: ArrivingFile, organizer: Client, settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    ArrivingFile.objects.update(state="running", beat_at=timezone.now())
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as second_connection:
        second_connection.execute("BEGIN IMMEDIATE")
        page = organizer.post(f"/imports/{arriving_file.mark}/cancel/", follow=True).text
        second_connection.execute("ROLLBACK")
    assert "Nothing was changed." in page
    assert "data-reload" not in page
    arriving_file.refresh_from_db()
    assert arriving_file.state == "running"
    with pytest.raises(imports.ImportStopped):
        imports.run_import(arriving_file)
    assert imports.finish_cancel(arriving_file)
    arriving_file.refresh_from_db()
    assert (arriving_file.state, arriving_file.content) == ("cancelled", None)
    assert not Tournament.objects.exists()
    assert list((tmp_path / "arrivals").iterdir()) == []


def test_canceled_file_is_not_claimed(arriving_file: ArrivingFile, settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    imports.cancel_mark(arriving_file).parent.mkdir()
    imports.cancel_mark(arriving_file).touch()
    import_tournament_file(arriving_file.pk)
    assert ArrivingFile.objects.get().state == "cancelled"
    assert not Tournament.objects.exists()


def test_rejects_a_file_that_would_unpack_too_large(tmp_path: Path) -> None:
    write_tournament(TournamentFactory(), tmp_path / "true.pennant")
    with (
        zipfile.ZipFile(tmp_path / "true.pennant") as true,
        zipfile.ZipFile(tmp_path / "bomb.pennant", "w", zipfile.ZIP_DEFLATED) as bomb,
    ):
        bomb.writestr("facts.json", true.read("facts.json"))
        with bomb.open("pennant.sqlite3", "w") as endless:
            for _ in range(101):
                endless.write(bytes(1024 * 1024))
    with pytest.raises(BackupError, match="would unpack to 101 MB, but no tournament needs more than 100"):
        preview_import(tmp_path / "bomb.pennant")


def test_api_uploads_previews_confirms_and_tracks_an_import(weekend: Tournament, tmp_path: Path) -> None:
    write_tournament(weekend, tmp_path / "weekend.pennant")
    sent = (tmp_path / "weekend.pennant").read_bytes()
    organizer = AccessFactory(role="organiser", tournament=None, team=None)
    api = Client(headers={"Authorization": f"Bearer {link_token(organizer)}"})

    def upload(content: bytes) -> dict[str, object]:
        answer = api.post("/api/v1/imports/", {"file": SimpleUploadedFile("spring.pennant", content)})
        return {"status": answer.status_code, **answer.json()}

    assert upload(b"no archive")["status"] == 400
    duplicate = upload(sent)
    assert duplicate["finding"]
    assert api.post(f"/api/v1/imports/{duplicate['mark']}/").json()["finding"] == duplicate["finding"]
    elsewhere()
    uploaded = upload(sent)
    assert (uploaded["status"], uploaded["state"], uploaded["finding"]) == (201, "waits", "")
    address = f"/api/v1/imports/{uploaded['mark']}/"
    assert api.post(address).status_code == 202
    import_tournament_file(ArrivingFile.objects.get(mark=uploaded["mark"]).pk)
    done = api.get(address).json()
    assert done["state"] == "done"
    assert Tournament.objects.filter(name=weekend.name).exists()
    assert api.delete(address).json()["finding"] == "NOT_IN_PROGRESS"
