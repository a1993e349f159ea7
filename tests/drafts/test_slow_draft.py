"""Test a draft over several days: hours per pick, deadlines with their day, and a clock that survives a restart."""

from datetime import UTC, datetime, time, timedelta
from unittest import mock

import pytest
from django.urls import reverse

from drafts.models import Draft, Pick
from drafts.queries.published import clock_facts
from drafts.queries.room import draft_with_division, load_room
from drafts.services.clock import pause_draft, resume_draft
from drafts.tasks import enforce_draft_clock, set_alarms_of_running_clocks
from tests.drafts.rooms import DIRECTOR, division_of, opened, running, teams_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]
CHICAGO = "America/Chicago"


@pytest.fixture
def clock(monkeypatch):
    """Move the time of the whole program and change nothing else."""

    def move(*when):
        now = datetime(*when, tzinfo=UTC)
        for module in ("turns", "clock", "expiry"):
            monkeypatch.setattr(f"drafts.services.{module}.timezone.now", lambda: now)
        return now

    return move


def slow(**settings):
    division = division_of(8, tournament__time_zone=CHICAGO)
    hours = {"seconds_per_pick": 8 * 3600, "clock_from": time(8), "clock_until": time(20), "on_expiry": "skip"}
    return running(8, division=division, **{**hours, **settings})


def test_eight_hour_turn_ends_within_clock_hours_and_shows_the_day(clock, client):
    clock(2026, 11, 24, 23, 0)  # 5 PM in Chicago: three hours today, five tomorrow
    draft = slow()
    assert draft.deadline == datetime(2026, 11, 25, 19, 0, tzinfo=UTC)
    until = "until Wed, Nov 25, 1:00 PM CST (America/Chicago); the clock runs from 8:00 AM to 8:00 PM"
    assert clock_facts(load_room(draft_with_division(pk=draft.pk)))["until"] == until
    at = [draft.division.tournament.slug, draft.division_id]
    for name, args in (("draft_board", at), ("draft", at[:1]), ("draft_big_screen", at), ("tournament", at[:1])):
        assert until in client.get(reverse(name, args=args)).content.decode(), name
    data = client.get(f"/api/v1/tournaments/{at[0]}/drafts/{at[1]}/clock/").json()
    assert data["until"] == until


def test_quick_draft_omits_the_deadline_day(clock):
    clock(2026, 11, 24, 15, 0)
    draft = running()
    assert clock_facts(load_room(draft_with_division(pk=draft.pk)))["until"] == ""


def test_slow_draft_survives_three_days_with_a_worker_outage(clock):
    clock(2026, 11, 24, 15, 0)
    draft = slow()
    first, second, third, *_ = teams_of(draft)
    clock(2026, 11, 25, 3, 0)  # nine hours of the clock have passed, and it is night
    enforce_draft_clock(draft.pk)
    assert Pick.objects.get().team == first
    draft.refresh_from_db()
    assert draft.deadline == datetime(2026, 11, 25, 22, 0, tzinfo=UTC)  # 4 PM: its full time, starting in the morning
    with mock.patch("drafts.tasks.schedule_task") as called:
        set_alarms_of_running_clocks()  # a worker starts
    called.assert_called_once_with(draft.pk, draft.deadline)
    clock(2026, 11, 26, 15, 0)  # nothing has checked the clock for a day
    enforce_draft_clock(draft.pk)
    enforce_draft_clock(draft.pk)  # a duplicate alarm does nothing
    assert set(Pick.objects.values_list("team", flat=True)) == {first.pk, second.pk}
    draft.refresh_from_db()
    assert draft.deadline == datetime(2026, 11, 26, 23, 0, tzinfo=UTC)
    pause_draft(draft_id=draft.pk, actor=DIRECTOR)
    clock(2026, 11, 28, 15, 0)
    resume_draft(draft_id=draft.pk, actor=DIRECTOR)
    draft.refresh_from_db()
    assert draft.deadline == datetime(2026, 11, 28, 23, 0, tzinfo=UTC)
    assert teams_of(draft)[2] == third


def test_director_sets_clock_hours(director_of):
    draft = opened()
    at = [draft.division.tournament.slug, draft.division_id]
    director = director_of(draft.division.tournament)
    form = {"card_set": draft.card_set_id, "seconds_per_pick": 8, "unit": 3600, "on_expiry": "auto_pick"}
    night_form = {**form, "clock_from": "08:00", "clock_until": "20:00", "version": draft.version}
    assert director.post(reverse("draft_settings", args=at), night_form).status_code == 302
    draft.refresh_from_db()
    assert draft.seconds_per_pick == 8 * 3600
    page = director.get(reverse("draft_settings", args=at)).content.decode()
    assert 'value="3600" selected' in page
    assert "8 hours" in " ".join(director.get(reverse("draft_dashboard", args=at)).content.decode().split())
    too_long = {**night_form, "seconds_per_pick": 200, "version": draft.version}
    assert "7 days" in director.post(reverse("draft_settings", args=at), too_long).content.decode()
    assert Draft.objects.get(pk=draft.pk).seconds_per_pick == timedelta(hours=8).total_seconds()
