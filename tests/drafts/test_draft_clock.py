"""Test a draft's clock: a stored deadline, pauses, extensions, and what happens when time runs out."""

from datetime import time, timedelta

import pytest
from django.utils import timezone

from core.errors import Refused, Stale
from core.job_queue import celery_app
from drafts.models import Draft, Pick
from drafts.refusals import ClockRefusal, DraftRefusal, ProgramRefusal, TurnRefusal
from drafts.services.clock import ClockSettings, extend_clock, open_draft, pause_draft, resume_draft, start_draft
from drafts.services.drafting import make_pick
from drafts.services.expiry import enforce_expiry, settle_drafts
from drafts.services.program import finish_by_program, let_program_pick
from drafts.services.queueing import add_to_queue
from drafts.services.selections import Selection
from drafts.tasks import enforce_draft_clock, set_alarms_of_running_clocks
from tests.drafts.rooms import (
    DIRECTOR,
    card_set_for,
    division_of,
    expire,
    free_cards,
    on_the_clock,
    opened,
    pick,
    running,
    teams_of,
)
from tests.factories import CardSetFactory, HitterFactory, TeamFactory
from tests.refusing import refuses
from tournaments.models import Action, Team, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def seconds_left(draft):
    draft.refresh_from_db()
    return (draft.deadline - timezone.now()).total_seconds()


def run(service, draft, **facts):
    return service(draft_id=draft.pk, actor=DIRECTOR, **facts)


def test_starting_the_draft_starts_the_clock_and_the_draft_stage():
    draft = running(seconds_per_pick=90)
    assert draft.state == Draft.State.RUNNING
    assert 88 < seconds_left(draft) <= 90
    assert Tournament.objects.get().stage == Tournament.Stage.DRAFT


def test_t0_02_division_outside_8_to_14_teams_requires_a_reason():
    draft = opened(7)
    with refuses(DraftRefusal.DIVISION_SIZE) as refusal:
        run(start_draft, draft)
    assert refusal.value.field == "despite"
    run(start_draft, draft, despite="one stayed at home")
    assert Action.objects.first().reason == "one stayed at home"


def test_t0_02_draft_requires_a_position_for_every_team():
    draft = opened()
    TeamFactory(division=draft.division, name="Late Entry")
    with refuses(DraftRefusal.WITHOUT_A_POSITION):
        run(start_draft, draft)
    draft.division.teams.filter(name="Late Entry").update(slot=10)
    with refuses(DraftRefusal.GAP_IN_THE_POSITIONS):
        run(start_draft, draft)


def test_draft_cannot_start_twice():
    draft = running()
    with refuses(DraftRefusal.ALREADY_STARTED):
        run(start_draft, draft)


def test_each_pick_resets_the_clock():
    draft = running(seconds_per_pick=60)
    Draft.objects.filter(pk=draft.pk).update(deadline=timezone.now() + timedelta(seconds=3))
    pick(draft, on_the_clock(draft))
    assert 58 < seconds_left(draft) <= 60


def test_resumed_clock_has_the_time_left_at_the_pause():
    draft = running(seconds_per_pick=60)
    Draft.objects.filter(pk=draft.pk).update(deadline=timezone.now() + timedelta(seconds=25))
    run(pause_draft, draft)
    draft.refresh_from_db()
    assert draft.deadline is None
    assert draft.seconds_left_when_paused in (24, 25)
    with refuses(DraftRefusal.PAUSED):
        pick(draft, on_the_clock(draft))
    run(resume_draft, draft)
    assert 22 < seconds_left(draft) <= 25


def test_cannot_pause_twice_or_resume_a_running_draft():
    draft = running()
    with refuses(DraftRefusal.NOT_PAUSED):
        run(resume_draft, draft)
    run(pause_draft, draft)
    with refuses(DraftRefusal.NOT_RUNNING):
        run(pause_draft, draft)


def test_director_can_pick_for_a_team_during_a_pause():
    draft = running(seconds_per_pick=60)
    run(pause_draft, draft)
    by_director = {"made_by": Pick.MadeBy.DIRECTOR}
    team = on_the_clock(draft)
    with pytest.raises(Refused):
        pick(draft, team)
    made = make_as(draft, team, **by_director)
    assert made.label == "1.01"
    draft.refresh_from_db()
    assert (draft.state, draft.seconds_left_when_paused, draft.deadline) == (Draft.State.PAUSED, 60, None)


def make_as(draft, team, **facts):
    card = free_cards(draft)[0]
    return make_pick(draft_id=draft.pk, team_id=team.pk, selection=Selection(card_id=card.pk), actor=DIRECTOR, **facts)


def test_extension_adds_time_to_a_running_or_paused_clock():
    draft = running(seconds_per_pick=60)
    run(extend_clock, draft, seconds=30)
    assert 88 < seconds_left(draft) <= 90
    run(pause_draft, draft)
    run(extend_clock, draft, seconds=10)
    draft.refresh_from_db()
    assert draft.seconds_left_when_paused in (99, 100)


def test_cannot_extend_a_finished_turn():
    draft = running()
    pick(draft, on_the_clock(draft))
    with refuses(ClockRefusal.TURN_IS_OVER):
        run(extend_clock, draft, seconds=30, overall=1)


@pytest.mark.parametrize("seconds", [0, -5, 10**9])
def test_extension_must_be_between_a_second_and_a_day(seconds):
    with refuses(ClockRefusal.EXTENSION_LENGTH):
        run(extend_clock, running(), seconds=seconds)


def test_zero_seconds_per_pick_disables_the_clock():
    draft = running(seconds_per_pick=0)
    pick(draft, on_the_clock(draft))
    draft.refresh_from_db()
    assert draft.deadline is None
    with refuses(ClockRefusal.NO_CLOCK):
        run(extend_clock, draft, seconds=10)


def test_soft_clock_accepts_a_late_pick():
    draft = running(on_expiry=Draft.OnExpiry.NOTHING)
    expire(draft)
    assert not enforce_expiry(draft_id=draft.pk)
    assert pick(draft, on_the_clock(draft)).label == "1.01"


def test_expired_turn_autopicks_from_the_queue_first():
    draft = running(on_expiry=Draft.OnExpiry.AUTO_PICK)
    team = on_the_clock(draft)
    card = free_cards(draft, "CF")[3]
    add_to_queue(draft_id=draft.pk, team_id=team.pk, selection=Selection(card_id=card.pk), actor=DIRECTOR)
    expire(draft)
    settle_drafts(division_id=draft.division_id)
    made = Pick.objects.get()
    assert (made.card_id, made.made_by, made.team) == (card.pk, Pick.MadeBy.QUEUE, team)
    assert 58 < seconds_left(draft) <= 60


def test_expired_turn_without_a_queue_autopicks_by_value():
    draft = running(on_expiry=Draft.OnExpiry.AUTO_PICK)
    expire(draft)
    assert enforce_expiry(draft_id=draft.pk)
    assert Pick.objects.get().made_by == Pick.MadeBy.PROGRAM
    assert "(autopick)" in Action.objects.first().sentence


def test_expiry_is_enforced_once():
    draft = running(on_expiry=Draft.OnExpiry.AUTO_PICK)
    expire(draft)
    for _ in range(3):
        settle_drafts(division_id=draft.division_id)
    assert Pick.objects.count() == 1


def test_late_pick_is_refused_after_an_autopick():
    draft = running(on_expiry=Draft.OnExpiry.AUTO_PICK)
    team = on_the_clock(draft)
    expire(draft)
    with refuses(TurnRefusal.TURN_IS_MADE):
        pick(draft, team, free_cards(draft)[-1], overall=1)
    assert Pick.objects.count() == 1


def test_late_pick_makes_up_a_skipped_turn():
    draft = running(on_expiry=Draft.OnExpiry.SKIP)
    first, second, *_ = teams_of(draft)
    expire(draft)
    made = pick(draft, first, overall=1)  # a second too late, so the pick was passed and is made up at once
    assert made.label == "1.01"
    assert [action.verb for action in Action.objects.order_by("pk")][-2:] == ["skip_turn", "make_pick"]
    assert on_the_clock(draft) == second


def test_team_makes_up_a_skipped_turn_during_another_teams_turn():
    draft = running(on_expiry=Draft.OnExpiry.SKIP)
    first, second, *_ = teams_of(draft)
    expire(draft)
    settle_drafts(division_id=draft.division_id)
    assert on_the_clock(draft) == second
    Draft.objects.filter(pk=draft.pk).update(deadline=timezone.now() + timedelta(seconds=20))
    assert pick(draft, first).label == "1.01"
    assert on_the_clock(draft) == second
    assert seconds_left(draft) <= 20
    with pytest.raises(Refused, match="not .*turn"):
        pick(draft, first)


def test_draft_stays_open_until_skipped_turns_are_made_up():
    draft = running(2, on_expiry=Draft.OnExpiry.SKIP)
    first, _ = teams_of(draft)
    expire(draft)
    settle_drafts(division_id=draft.division_id)
    for _ in range(51):
        let = on_the_clock(draft)
        program_picks_for(draft, let)
    draft.refresh_from_db()
    assert draft.state == Draft.State.RUNNING
    assert draft.deadline is None
    finish_by_program(draft_id=draft.pk, actor=DIRECTOR)
    draft.refresh_from_db()
    assert draft.state == Draft.State.FINISHED
    assert Pick.objects.get(overall=1).team == first


def program_picks_for(draft, team):
    """Make one pick by the program, as when the clock expires."""
    Draft.objects.filter(pk=draft.pk).update(on_expiry=Draft.OnExpiry.AUTO_PICK)
    expire(draft)
    enforce_expiry(draft_id=draft.pk)
    Draft.objects.filter(pk=draft.pk).update(on_expiry=Draft.OnExpiry.SKIP)


def test_worker_enforces_an_expired_deadline_only():
    draft = running(on_expiry=Draft.OnExpiry.AUTO_PICK)
    enforce_draft_clock(draft.pk)
    assert not Pick.objects.exists()
    expire(draft)
    enforce_draft_clock(draft.pk)
    assert Pick.objects.count() == 1
    enforce_draft_clock(10**9)


def test_starting_a_turn_schedules_a_task_for_its_deadline(django_capture_on_commit_callbacks, monkeypatch):
    sent = []
    monkeypatch.setattr(
        celery_app(), "send_task", lambda name, args, eta, **more: sent.append((name, args, eta)), raising=False
    )
    with django_capture_on_commit_callbacks(execute=True):
        draft = running(on_expiry=Draft.OnExpiry.AUTO_PICK)
    assert sent == [("drafts.enforce_expiry", [draft.pk], draft.deadline)]
    sent.clear()
    set_alarms_of_running_clocks()
    assert sent == [("drafts.enforce_expiry", [draft.pk], draft.deadline)]


def test_deadline_counts_only_open_hours():
    draft = running(seconds_per_pick=3600, clock_from=time(9), clock_until=time(9, 30))
    pick(draft, on_the_clock(draft))
    draft.refresh_from_db()
    zone = draft.division.tournament.time_zone
    # an hour at half an hour per day takes at least two windows, so never ends within this day
    assert draft.deadline - timezone.now() > timedelta(hours=12)
    assert zone == "America/New_York"


def test_invalid_settings_are_refused_by_field():
    division, card_set = division_of(8), card_set_for(2)
    for settings, field in (
        (ClockSettings(seconds_per_pick=-1), "seconds_per_pick"),
        (ClockSettings(seconds_per_pick=10**8), "seconds_per_pick"),
        (ClockSettings(on_expiry="explode"), "on_expiry"),
        (ClockSettings(clock_from=time(9)), "clock_until"),
    ):
        with pytest.raises(Refused) as refusal:
            open_draft(division=division, card_set=card_set, settings=settings, actor=DIRECTOR)
        assert refusal.value.field == field
    assert not Draft.objects.exists()


def test_started_draft_can_change_its_clock_but_not_its_card_set():
    draft = running(seconds_per_pick=60)
    settings = ClockSettings(seconds_per_pick=120)
    with refuses(DraftRefusal.CARD_SET_IS_FIXED):
        open_draft(division=draft.division, card_set=CardSetFactory(), settings=settings, actor=DIRECTOR)
    open_draft(division=draft.division, card_set=draft.card_set, settings=settings, actor=DIRECTOR)
    pick(draft, on_the_clock(draft))
    assert 118 < seconds_left(draft) <= 120


def test_rejects_stale_settings():
    draft = opened()
    old = draft.version
    save_draft = {"division": draft.division, "card_set": draft.card_set, "actor": DIRECTOR, "version": old}
    open_draft(settings=ClockSettings(seconds_per_pick=30), **save_draft)
    with pytest.raises(Stale):
        open_draft(settings=ClockSettings(seconds_per_pick=40), **save_draft)
    draft.refresh_from_db()
    assert draft.seconds_per_pick == 30


def test_autopick_picks_for_a_team_until_turned_off():
    draft = running()
    first, second, *_ = teams_of(draft)
    let_program_pick(draft_id=draft.pk, team_id=first.pk, on=True, actor=DIRECTOR, reason="overslept")
    assert Pick.objects.get().team == first
    let_program_pick(draft_id=draft.pk, team_id=second.pk, on=True, actor=DIRECTOR)
    let_program_pick(draft_id=draft.pk, team_id=first.pk, on=False, actor=DIRECTOR)
    assert Pick.objects.count() == 2
    first.refresh_from_db()
    assert not first.is_absent


def test_autopick_is_independent_of_attendance():
    draft = running()
    present, away, *_ = teams_of(draft)
    Team.objects.filter(pk=away.pk).update(is_absent=True)

    def data_for(team):
        team.refresh_from_db()
        return team.picks_by_program, team.is_absent, team.has_manager_here

    assert [data_for(present), data_for(away)] == [(False, False, True), (True, True, False)]
    for team, on in ((present, True), (away, False)):
        let_program_pick(draft_id=draft.pk, team_id=team.pk, on=on, actor=DIRECTOR)
    assert [data_for(present), data_for(away)] == [(True, False, True), (False, True, False)]
    Team.objects.filter(pk=away.pk).update(is_absent=False)  # the manager has arrived and continues to pick in person
    assert data_for(away) == (False, False, True)
    let_program_pick(draft_id=draft.pk, team_id=present.pk, on=False, actor=DIRECTOR)
    assert data_for(present) == (False, False, True)


def test_t0_12_autopick_cannot_be_turned_off_for_an_imputed_team():
    draft = opened()
    team = teams_of(draft)[0]
    team.kind = "imputed"
    team.save()
    with refuses(ProgramRefusal.IMPUTED_TEAM):
        let_program_pick(draft_id=draft.pk, team_id=team.pk, on=False, actor=DIRECTOR)


def test_autopick_finishes_a_draft_with_legal_teams():
    draft = running(8)
    pick(draft, on_the_clock(draft))
    assert finish_by_program(draft_id=draft.pk, actor=DIRECTOR) == 26 * 8 - 1
    draft.refresh_from_db()
    assert draft.state == Draft.State.FINISHED
    for team in teams_of(draft):
        assert team.picks.filter(card__isnull=False).count() == 25
        assert team.picks.filter(park__isnull=False).count() == 1
        assert team.picks.filter(card__is_starter=True).count() >= 4
    assert finish_by_program(draft_id=draft.pk, actor=DIRECTOR) == 0


def test_autopick_stops_when_the_card_set_is_exhausted():
    card_set = CardSetFactory()
    HitterFactory.create_batch(2, card_set=card_set)
    division = division_of(2)
    division.teams.filter(slot=2).update(kind="imputed")
    draft = running(2, division=division, card_set=card_set, on_expiry=Draft.OnExpiry.AUTO_PICK)
    first, second = teams_of(draft)
    pick(draft, first)
    assert list(Pick.objects.values_list("overall", "team__slot")) == [(1, 1), (2, 2)]
    assert on_the_clock(draft) == second
    with refuses(ProgramRefusal.NOTHING_LEFT):
        finish_by_program(draft_id=draft.pk, actor=DIRECTOR)
    expire(draft)
    enforce_expiry(draft_id=draft.pk)
    assert Pick.objects.get(overall=3).is_skipped
