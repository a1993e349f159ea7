"""Test two people acting at once, and a server killed in the middle of a pick, with real threads and processes."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
from datetime import timedelta

import pytest
from django.db import connection, connections
from django.utils import timezone

from core.errors import Refused, Stale
from drafts.models import Draft, Pick
from drafts.services.expiry import enforce_expiry, settle_drafts
from drafts.services.finishing import ask_program_to_finish
from drafts.services.undoing import undo_last_pick
from drafts.tasks import finish_draft
from tests.drafts.rooms import DIRECTOR, expire, free_cards, on_the_clock, pick, running, teams_of
from tournaments.models import Action

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def at_once(*calls):
    """Run the actions in threads that start together. Return each result or rejection in order."""
    barrier, results = threading.Barrier(len(calls)), [None] * len(calls)

    def run(place, call):
        try:
            barrier.wait()
            results[place] = call()
        except Refused as refusal:
            results[place] = refusal
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=numbered_call) for numbered_call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    return results


def test_first_of_two_simultaneous_picks_gets_the_player():
    draft = running(on_expiry=Draft.OnExpiry.SKIP)
    first, second, *_ = teams_of(draft)
    expire(draft)
    settle_drafts(division_id=draft.division_id)  # 1.01 is made up while 1.02 is on the clock, so both teams may pick
    card, second_card = free_cards(draft)[:2]
    results = at_once(
        lambda: pick(draft, first, card, overall=1),
        lambda: pick(draft, second, card, overall=2),
    )
    refused = [result for result in results if isinstance(result, Refused)]
    assert len(refused) == 1
    assert f"{card.name} is taken" in str(refused[0])
    loser = (first, second)[results.index(refused[0])]
    assert pick(draft, loser, second_card, overall=1 if loser == first else 2).pick.card_id == second_card.pk
    assert set(Pick.objects.values_list("overall", "card_id")) in (
        {(1, card.pk), (2, second_card.pk)},
        {(1, second_card.pk), (2, card.pk)},
    )


def test_simultaneous_manager_and_director_picks_make_a_single_pick():
    draft = running()
    team = on_the_clock(draft)
    first_card, two = free_cards(draft)[:2]
    results = at_once(lambda: pick(draft, team, first_card, overall=1), lambda: pick(draft, team, two, overall=1))
    refused = [result for result in results if isinstance(result, Stale)]
    made = next(result for result in results if not isinstance(result, Stale))
    assert len(refused) == 1
    assert f"{team.name} has {made.name}. Nothing was changed." in str(refused[0])
    assert Pick.objects.count() == 1


def test_eight_simultaneous_submissions_make_a_single_pick():
    draft = running()
    team, card = on_the_clock(draft), free_cards(draft)[0]
    rows = Action.objects.count()
    results = at_once(*[lambda: pick(draft, team, card, overall=1)] * 8)
    assert sorted(result.is_repeat for result in results) == [False] + [True] * 7
    assert Action.objects.count() == rows + 1


def test_simultaneous_expiry_requests_are_enforced_once():
    draft = running(on_expiry=Draft.OnExpiry.AUTO_PICK)
    expire(draft)
    results = at_once(*[lambda: enforce_expiry(draft_id=draft.pk)] * 6)
    assert sorted(results) == [False] * 5 + [True]
    assert Pick.objects.count() == 1


def test_pick_at_the_deadline_counts_once():
    draft = running(on_expiry=Draft.OnExpiry.AUTO_PICK)
    team, card = on_the_clock(draft), free_cards(draft)[-1]
    Draft.objects.filter(pk=draft.pk).update(deadline=timezone.now() + timedelta(milliseconds=20))
    late = timezone.now() + timedelta(seconds=1)
    results = at_once(
        lambda: pick(draft, team, card, overall=1),
        lambda: enforce_expiry(draft_id=draft.pk, now=late),
    )
    assert Pick.objects.filter(overall=1).count() == 1
    his = Pick.objects.get(overall=1).card_id == card.pk
    assert his != isinstance(results[0], Stale)


def test_simultaneous_undo_and_pick_stay_consistent():
    draft = running()
    first, second, *_ = teams_of(draft)
    pick(draft, first)
    draft.refresh_from_db()
    version, card = draft.version, free_cards(draft)[3]
    undone, picked = at_once(
        lambda: undo_last_pick(draft_id=draft.pk, actor=DIRECTOR, version=version),
        lambda: pick(draft, second, card, overall=2),
    )
    if isinstance(undone, Stale):
        assert set(Pick.objects.values_list("overall", flat=True)) == {1, 2}
    else:
        assert isinstance(picked, Refused)
        assert not Pick.objects.exists()


def test_managers_can_pick_while_autopick_finishes_another_draft():
    run = ask_program_to_finish(draft_id=running(14).pk, actor=DIRECTOR)
    draft = running()
    first_teams = teams_of(draft)[:4]
    at_once(lambda: finish_draft(run.pk), lambda: [pick(draft, team) for team in first_teams])
    run.refresh_from_db()
    assert draft.picks.count() == 4
    assert draft.picks.latest("overall").made_at < run.finished_at


CHILD = """
    import sys, time, django
    django.setup()
    from drafts.services import drafting
    from drafts.services.selections import Selection
    from tournaments.action_log.writing import Actor

    draft, team, card, where = sys.argv[1:]

    def stop(*args, **kwargs):
        print("here", flush=True)
        time.sleep(60)

    if where == "middle":
        drafting.record_pick = stop  # pick and clock are written, the transaction is still open
    drafting.make_pick(
        draft_id=int(draft), team_id=int(team), selection=Selection(card_id=int(card)), actor=Actor("x"),
        made_by="manager", overall=1,
    )
    stop()
"""


def killed_while_picking(draft, team, card, where):
    """Kill another process with signal 9 while it picks, at the given point."""
    settings_of_connection = connection.settings_dict
    if connection.vendor == "sqlite":
        url = f"sqlite:///{settings_of_connection['NAME']}"
    else:
        url = f"postgres://{settings_of_connection['USER']}:{settings_of_connection['PASSWORD']}@{settings_of_connection['HOST']}:{settings_of_connection['PORT']}/{settings_of_connection['NAME']}"
    env = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-c", textwrap.dedent(CHILD), str(draft.pk), str(team.pk), str(card.pk), where]
    child = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    with child:
        assert child.stdout.readline() == "here\n"
        os.kill(child.pid, signal.SIGKILL)


def test_server_crash_during_a_pick_saves_nothing():
    draft = running(seconds_per_pick=600)
    team, card = on_the_clock(draft), free_cards(draft)[0]
    deadline, rows = draft.deadline, Action.objects.count()
    killed_while_picking(draft, team, card, "middle")
    draft.refresh_from_db()
    assert not Pick.objects.exists()
    assert (draft.next_overall, draft.deadline) == (1, deadline)
    assert Action.objects.count() == rows
    assert pick(draft, team, card, overall=1).label == "1.01"


def test_pick_and_clock_survive_a_server_crash():
    draft = running(seconds_per_pick=600)
    team, card = on_the_clock(draft), free_cards(draft)[0]
    killed_while_picking(draft, team, card, "after")
    draft.refresh_from_db()
    assert Pick.objects.get().card == card
    assert draft.next_overall == 2
    assert 590 < (draft.deadline - timezone.now()).total_seconds() <= 600
    assert pick(draft, team, card, overall=1).is_repeat
