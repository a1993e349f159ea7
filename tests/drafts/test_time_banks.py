"""Test team time banks, which picks that run over use before they expire."""

from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.models import Draft
from drafts.queries.published import clock_facts
from drafts.queries.room import draft_with_division, load_room
from drafts.refusals import ClockRefusal
from drafts.services.clock import ClockSettings, extend_clock, open_draft, pause_draft, resume_draft
from drafts.services.expiry import enforce_expiry
from drafts.services.undoing import undo_last_pick
from tests.drafts.rooms import DIRECTOR, on_the_clock, opened, pick, running, teams_of
from tests.drafts.test_draft_clock import seconds_left as total_left
from tests.refusing import refuses

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SKIP = Draft.OnExpiry.SKIP


def _room(draft):
    return load_room(draft_with_division(pk=draft.pk))


def _let_pass(draft, seconds):
    draft.refresh_from_db()
    Draft.objects.filter(pk=draft.pk).update(deadline=draft.deadline - timedelta(seconds=seconds))


def _bank(draft, team):
    return _room(draft).time_bank_left(team.pk)


@pytest.fixture
def draft():
    return running(2, seconds_per_pick=60, time_bank_seconds=100, on_expiry=SKIP)


def test_turn_has_its_own_time_and_the_bank(draft):
    assert total_left(draft) == pytest.approx(160, abs=2)
    assert clock_facts(_room(draft))["bank"] == 100


def test_turn_on_time_uses_no_bank_time(draft):
    first, _ = teams_of(draft)
    _let_pass(draft, 50)
    pick(draft, first)
    assert _bank(draft, first) == 100


def test_overtime_turn_uses_the_bank(draft):
    first, second = teams_of(draft)
    _let_pass(draft, 90)
    pick(draft, first)
    assert _bank(draft, first) == pytest.approx(70, abs=2)
    assert total_left(draft) == pytest.approx(160, abs=2)
    pick(draft, second)
    pick(draft, second)
    assert on_the_clock(draft) == first
    assert total_left(draft) == pytest.approx(130, abs=2)


def test_turn_expires_when_the_bank_is_empty(draft):
    first, _ = teams_of(draft)
    now = timezone.now()
    assert not enforce_expiry(draft_id=draft.pk, now=now + timedelta(seconds=150))
    _let_pass(draft, 161)
    assert enforce_expiry(draft_id=draft.pk)
    assert _bank(draft, first) == 0
    assert first.picks.get().is_skipped


def test_pause_preserves_the_bank(draft):
    first, _ = teams_of(draft)
    _let_pass(draft, 100)
    pause_draft(draft_id=draft.pk, actor=DIRECTOR)
    draft.refresh_from_db()
    assert draft.seconds_left_when_paused == pytest.approx(60, abs=2)
    resume_draft(draft_id=draft.pk, actor=DIRECTOR)
    assert total_left(draft) == pytest.approx(60, abs=2)
    pick(draft, first)
    assert _bank(draft, first) == pytest.approx(60, abs=2)


def test_extension_is_used_before_the_rest_of_the_bank(draft):
    first, _ = teams_of(draft)
    _let_pass(draft, 100)  # 40 seconds from the bank
    extend_clock(draft_id=draft.pk, seconds=30, actor=DIRECTOR)
    assert total_left(draft) == pytest.approx(90, abs=2)
    _let_pass(draft, 20)
    pick(draft, first)
    assert _bank(draft, first) == pytest.approx(60, abs=2)


def test_undo_restores_the_remaining_bank(draft):
    first, _ = teams_of(draft)
    _let_pass(draft, 90)
    pick(draft, first)
    undo_last_pick(draft_id=draft.pk, actor=DIRECTOR)
    assert total_left(draft) == pytest.approx(130, abs=2)


def test_rejects_an_invalid_bank_length():
    draft = opened(2)
    with refuses(ClockRefusal.BANK_LENGTH):
        open_draft(
            division=draft.division,
            card_set=draft.card_set,
            settings=ClockSettings(time_bank_seconds=-1),
            actor=DIRECTOR,
        )


def test_damaged_banks_count_as_unused():
    draft = running(2, time_bank_seconds=30)
    Draft.objects.filter(pk=draft.pk).update(time_bank_used=[{"team": "x"}, 3])
    assert _bank(draft, teams_of(draft)[0]) == 30
