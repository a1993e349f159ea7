"""Test finishing a draft in the background: round by round, shown on every board, stopped and resumed."""

import sqlite3
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from core.job_queue import celery_app
from drafts.models import Draft, Pick, ProgramRun
from drafts.refusals import ProgramRefusal
from drafts.services import finishing
from drafts.services.clock import pause_draft, resume_draft
from drafts.services.finishing import ask_program_to_finish, stop_program
from drafts.services.undoing import undo_last_pick
from drafts.tasks import finish_draft
from tests.drafts.rooms import DIRECTOR, pick, running, teams_of
from tests.refusing import refuses
from tournaments.action_log.writing import PROGRAM
from tournaments.long_work import silent_after
from tournaments.models import Action
from weekend.tasks import resume_unfinished_work

pytestmark = [pytest.mark.django_db, pytest.mark.database]
TURNS = 26 * 8


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[int]]]:
    """Collect the jobs sent to the worker's queue."""
    tasks: list[tuple[str, list[int]]] = []
    monkeypatch.setattr(celery_app(), "send_task", lambda name, args, **_: tasks.append((name, args)), raising=False)
    return tasks


@pytest.fixture
def draft() -> Draft:
    return running(8)


@pytest.fixture
def director(draft: Draft, director_of: Any) -> Client:
    return director_of(draft.division.tournament)


def page(client: Client, draft: Draft, name: str) -> str:
    return client.get(reverse(name, args=[draft.division.tournament.slug, draft.division_id])).text


def after_rounds(monkeypatch: pytest.MonkeyPatch, count: int, action: Any) -> None:
    """Run a callback after the worker has made this many rounds."""
    real, made = finishing.make_round, []

    def round_made(*arguments: Any) -> int:
        if len(made) == count:
            monkeypatch.setattr(finishing, "make_round", real)
            action()
        made.append(1)
        return real(*arguments)

    monkeypatch.setattr(finishing, "make_round", round_made)


def test_director_requests_autopick_and_boards_show_its_progress(
    draft: Draft, director: Client, sent: list[Any]
) -> None:
    pick(draft, teams_of(draft)[0])
    address = reverse("draft_finish", args=[draft.division.tournament.slug, draft.division_id])
    answer = director.post(address, follow=True)
    run = ProgramRun.objects.get()
    assert sent == [("drafts.finish_draft", [run.pk])]
    assert Pick.objects.count() == 1
    assert "Stop autopick" in answer.text
    for board in ("draft_dashboard", "draft_board", "draft_big_screen"):
        assert "Autopick is finishing the draft: 1 of 208 picks made." in page(director, draft, board)
    director.post(address)  # pressed twice, but run once
    assert ProgramRun.objects.get().pk == run.pk
    finish_draft(run.pk)
    draft.refresh_from_db()
    assert (draft.state, Pick.objects.count()) == (Draft.State.FINISHED, TURNS)
    assert ProgramRun.objects.get().state == "done"
    assert "Autopick is finishing" not in page(director, draft, "draft_dashboard")
    programs = [action.public["clock"]["program"] for action in Action.objects.filter(verb="make_pick").order_by("pk")]
    assert programs[8] == "Autopick is finishing the draft: 9 of 208 picks made."
    assert programs[-1] == ""


def test_each_round_commits_once_and_each_pick_is_logged(draft: Draft) -> None:
    run = ask_program_to_finish(draft_id=draft.pk, actor=DIRECTOR)
    with CaptureQueriesContext(connection) as queries:
        finish_draft(run.pk)
    commits = [query["sql"] for query in queries if query["sql"].startswith("RELEASE SAVEPOINT")]
    assert len(commits) == 26
    picks = Action.objects.filter(verb="make_pick")
    assert (picks.count(), {action.actor for action in picks}) == (TURNS, {"Director"})
    undo_last_pick(draft_id=draft.pk, actor=DIRECTOR)
    assert Pick.objects.count() == TURNS - 1


def test_director_stops_autopick_and_its_picks_remain(
    draft: Draft, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ask_program_to_finish(draft_id=draft.pk, actor=DIRECTOR)
    stop = reverse("draft_stop", args=[draft.division.tournament.slug, draft.division_id])
    after_rounds(monkeypatch, 2, lambda: director.post(stop))
    finish_draft(run.pk)
    assert ProgramRun.objects.get().state == "cancelled"
    assert Pick.objects.count() == 3 * 8  # the current round is finished
    assert "Autopick is finishing" not in page(director, draft, "draft_board")
    assert "Autopick stopped finishing the draft" in Action.objects.values_list("sentence", flat=True)
    with refuses(ProgramRefusal.NOT_FINISHING):
        stop_program(draft_id=draft.pk, actor=DIRECTOR)


def test_crash_during_a_round_rolls_it_back_and_another_worker_resumes(
    draft: Draft, director: Client, sent: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ask_program_to_finish(draft_id=draft.pk, actor=DIRECTOR)

    def die() -> None:
        raise SystemExit

    after_rounds(monkeypatch, 3, die)
    with pytest.raises(SystemExit):
        finish_draft(run.pk)
    assert Pick.objects.count() == 3 * 8
    with pytest.raises(Exception, match="can be retried"):  # redelivered before the silence is long enough
        finish_draft(run.pk)
    assert Pick.objects.count() == 3 * 8
    ProgramRun.objects.update(beat_at=timezone.now() - silent_after() - timedelta(seconds=1))
    assert "Stalled: resume" in page(director, draft, "draft_dashboard")
    # its thread looks for stalled work as long as the worker lives, so it would keep running in later tests
    monkeypatch.setattr("weekend.tasks.repeat_in_thread", lambda *its_task: None)
    resume_unfinished_work()
    assert ("drafts.finish_draft", [run.pk]) in sent
    finish_draft(run.pk)
    finish_draft(run.pk)
    assert Pick.objects.count() == TURNS
    assert Action.objects.filter(verb="make_pick").count() == TURNS


def test_run_resumes_after_a_database_lock(draft: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ask_program_to_finish(draft_id=draft.pk, actor=DIRECTOR)

    def find_lock() -> None:
        locked = sqlite3.OperationalError("database is locked")
        locked.sqlite_errorcode = sqlite3.SQLITE_BUSY
        raise OperationalError from locked

    after_rounds(monkeypatch, 3, find_lock)
    with pytest.raises(Exception, match="can be retried"):
        finish_draft(run.pk)
    run.refresh_from_db()
    assert (run.state, Pick.objects.count()) == ("running", 3 * 8)
    ProgramRun.objects.update(beat_at=timezone.now() - silent_after() - timedelta(seconds=1))
    finish_draft(run.pk)
    assert Pick.objects.count() == TURNS


def test_pausing_the_draft_ends_the_run_with_a_log_entry(draft: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ask_program_to_finish(draft_id=draft.pk, actor=DIRECTOR)
    pause_draft(draft_id=draft.pk, actor=DIRECTOR, reason="lunch")
    finish_draft(run.pk)
    assert not Pick.objects.exists()
    run.refresh_from_db()
    assert (run.state, run.fault) == ("failed", "Start or resume the draft first. Then autopick can finish it.")
    assert Action.objects.filter(sentence__startswith="Autopick stopped: Start or resume").exists()
    with refuses(ProgramRefusal.DRAFT_NOT_RUNNING):
        ask_program_to_finish(draft_id=draft.pk, actor=DIRECTOR)


@pytest.fixture
def nearly_all_of_the_program(draft: Draft) -> Draft:
    """Only the first of eight teams has a manager. The manager makes the first pick, and the next one is pick 16."""
    for team in teams_of(draft)[1:]:
        team.is_absent = True
        team.save()
    return draft


def test_worker_autopicks_until_the_next_managers_turn(
    nearly_all_of_the_program: Draft,
    director: Client,
    sent: list[Any],
    django_capture_on_commit_callbacks: Any,
) -> None:
    draft = nearly_all_of_the_program
    with django_capture_on_commit_callbacks(execute=True):
        pick(draft, teams_of(draft)[0])
    run = ProgramRun.objects.get()
    assert Pick.objects.count() == 1 + 8
    assert ("drafts.finish_draft", [run.pk]) in sent
    for board in ("draft_dashboard", "draft_board", "draft_big_screen"):
        assert "Autopick is drafting for the teams without a manager: 9 of 208" in page(director, draft, board)
    finish_draft(run.pk)
    assert Pick.objects.count() == 15
    assert ProgramRun.objects.get().state == "done"
    assert "Autopick is drafting" not in page(director, draft, "draft_board")
    newest = Action.objects.filter(verb="make_pick").latest("pk")
    assert (newest.actor, newest.public["clock"]["program"]) == (PROGRAM.name, "")
    pick(draft, teams_of(draft)[0])
    pick(draft, teams_of(draft)[0])
    run = ProgramRun.objects.get()
    assert (run.state, Pick.objects.count()) == ("waiting", 17 + 8)


def test_pause_stops_autopick_for_unmanaged_teams_until_the_draft_resumes(
    nearly_all_of_the_program: Draft, director: Client
) -> None:
    draft = nearly_all_of_the_program
    pick(draft, teams_of(draft)[0])
    run = ProgramRun.objects.get()
    stop = reverse("draft_stop", args=[draft.division.tournament.slug, draft.division_id])
    assert "Paused" in director.post(stop, follow=True).text
    finish_draft(run.pk)
    assert Pick.objects.count() == 9
    resume_draft(draft_id=draft.pk, actor=DIRECTOR)
    assert Pick.objects.count() == 15


def test_director_can_finish_the_draft_while_autopick_runs(
    nearly_all_of_the_program: Draft,
) -> None:
    draft = nearly_all_of_the_program
    pick(draft, teams_of(draft)[0])
    started_run = ProgramRun.objects.get()
    run = ask_program_to_finish(draft_id=draft.pk, actor=DIRECTOR)
    finish_draft(started_run.pk)  # it no longer exists
    assert Pick.objects.count() == 9
    finish_draft(run.pk)
    assert Pick.objects.count() == TURNS


def test_open_board_triggers_autopick_if_no_worker_responds(nearly_all_of_the_program: Draft, client: Client) -> None:
    draft = nearly_all_of_the_program
    pick(draft, teams_of(draft)[0])
    page(client, draft, "draft_board")
    assert Pick.objects.count() == 9
    ProgramRun.objects.update(asked_at=timezone.now() - silent_after() - timedelta(seconds=1))
    page(client, draft, "draft_board")
    assert Pick.objects.count() == 9  # GET requests change nothing
    client.post(reverse("settle_draft_clocks", args=[draft.division.tournament.slug]))  # like an open board
    assert "Worker silent" not in page(client, draft, "draft_board")
    assert Pick.objects.count() == 15
    assert ProgramRun.objects.get().state == "done"
