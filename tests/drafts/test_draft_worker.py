"""Test that a worker enforces the clock without an open page, and that replacing a killed worker loses no pick."""

import os
import signal
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.models import Draft, Pick, ProgramRun
from drafts.services.finishing import ask_program_to_finish
from tests.drafts.rooms import DIRECTOR, pick, running, teams_of
from tournaments.models import Action, Team

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database, pytest.mark.worker]


def wait_for_picks(count, seconds=90):
    end = time.monotonic() + seconds
    while Pick.objects.count() < count and time.monotonic() < end:
        time.sleep(0.1)
    return Pick.objects.count()


def test_worker_enforces_deadlines_after_a_crash_without_an_open_page(start_worker):
    draft = running(seconds_per_pick=2, on_expiry=Draft.OnExpiry.AUTO_PICK)
    worker = start_worker()
    assert wait_for_picks(2) >= 2
    os.kill(worker.pid, signal.SIGKILL)
    worker.wait()
    made = Pick.objects.count()
    start_worker()
    assert wait_for_picks(made + 2) >= made + 2
    draft.refresh_from_db()
    assert draft.next_overall == Pick.objects.count() + 1
    first, second = Pick.objects.order_by("overall")[made : made + 2]
    assert timedelta(seconds=1.9) < second.made_at - first.made_at < timedelta(seconds=20)
    assert second.made_at < timezone.now()


def test_killed_worker_is_replaced_without_repeating_turns(start_worker):
    run = ask_program_to_finish(draft_id=running(14).pk, actor=DIRECTOR)
    worker = start_worker()  # without a job, so it finds its own work
    assert wait_for_picks(28) >= 28
    os.kill(worker.pid, signal.SIGKILL)
    worker.wait()
    left = Pick.objects.count()
    assert left % 14 == 0
    assert left < 26 * 14
    start_worker()
    assert wait_for_picks(26 * 14) == 26 * 14
    assert Action.objects.filter(verb="make_pick").count() == 26 * 14
    time.sleep(0.5)
    assert ProgramRun.objects.get(pk=run.pk).state == "done"


def test_worker_autopicks_for_absent_managers_until_a_present_managers_turn(start_worker):
    draft = running(14, seconds_per_pick=600)
    mine, *further_teams = teams_of(draft)
    Team.objects.filter(pk__in=[team.pk for team in further_teams]).update(is_absent=True)
    pick(draft, mine)
    assert Pick.objects.count() == 1 + 14  # made by the request itself
    start_worker()
    assert wait_for_picks(27) == 27
    for _ in range(2):  # the last pick of round 2 and the first of round 3
        pick(draft, mine)
    assert wait_for_picks(55) == 55
    time.sleep(0.5)
    draft.refresh_from_db()
    assert (Pick.objects.count(), draft.next_overall) == (55, 56)
    assert draft.deadline - Pick.objects.latest("overall").made_at > timedelta(seconds=590)
    assert ProgramRun.objects.get().state == "done"
    assert Action.objects.filter(verb="make_pick").count() == 55
