"""The clock of a draft: a stored deadline, pauses, extensions, and what follows when the time is over."""

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


def test_starting_puts_the_first_team_on_the_clock_with_its_full_time_and_the_weekend_in_the_draft():
    draft = running(seconds_per_pick=90)
    assert draft.state == Draft.State.RUNNING
    assert 88 < seconds_left(draft) <= 90
    assert Tournament.objects.get().stage == Tournament.Stage.DRAFT


def test_t0_02_a_division_of_another_size_than_8_to_14_needs_the_directors_reason():
    draft = opened(7)
    with refuses(DraftRefusal.DIVISION_SIZE) as refusal:
        run(start_draft, draft)
    assert refusal.value.field == "despite"
    run(start_draft, draft, despite="one stayed at home")
    assert Action.objects.first().reason == "one stayed at home"


def test_t0_02_no_draft_without_a_draft_position_for_every_team():
    draft = opened()
    TeamFactory(division=draft.division, name="Late Entry")
    with refuses(DraftRefusal.WITHOUT_A_POSITION):
        run(start_draft, draft)
    draft.division.teams.filter(name="Late Entry").update(slot=10)
    with refuses(DraftRefusal.GAP_IN_THE_POSITIONS):
        run(start_draft, draft)


def test_a_draft_starts_once():
    draft = running()
    with refuses(DraftRefusal.ALREADY_STARTED):
        run(start_draft, draft)


def test_every_pick_gives_the_next_team_its_full_time():
    draft = running(seconds_per_pick=60)
    Draft.objects.filter(pk=draft.pk).update(deadline=timezone.now() + timedelta(seconds=3))
    pick(draft, on_the_clock(draft))
    assert 58 < seconds_left(draft) <= 60


def test_a_paused_clock_keeps_what_was_left_and_goes_on_from_there():
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


def test_pausing_twice_and_resuming_a_running_draft_are_refused_with_what_it_is():
    draft = running()
    with refuses(DraftRefusal.NOT_PAUSED):
        run(resume_draft, draft)
    run(pause_draft, draft)
    with refuses(DraftRefusal.NOT_RUNNING):
        run(pause_draft, draft)


def test_the_director_may_pick_for_a_team_while_the_draft_is_paused():
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


def test_extending_adds_to_what_is_left_running_or_paused():
    draft = running(seconds_per_pick=60)
    run(extend_clock, draft, seconds=30)
    assert 88 < seconds_left(draft) <= 90
    run(pause_draft, draft)
    run(extend_clock, draft, seconds=10)
    draft.refresh_from_db()
    assert draft.seconds_left_when_paused in (99, 100)


def test_extending_a_finished_turn_names_the_team_on_the_clock_now():
    draft = running()
    pick(draft, on_the_clock(draft))
    with refuses(ClockRefusal.TURN_IS_OVER):
        run(extend_clock, draft, seconds=30, overall=1)


@pytest.mark.parametrize("seconds", [0, -5, 10**9])
def test_an_extension_is_between_a_second_and_a_day(seconds):
    with refuses(ClockRefusal.EXTENSION_LENGTH):
        run(extend_clock, running(), seconds=seconds)


def test_without_seconds_there_is_no_clock():
    draft = running(seconds_per_pick=0)
    pick(draft, on_the_clock(draft))
    draft.refresh_from_db()
    assert draft.deadline is None
    with refuses(ClockRefusal.NO_CLOCK):
        run(extend_clock, draft, seconds=10)


def test_a_soft_clock_lets_the_late_pick_stand():
    draft = running(on_expiry=Draft.OnExpiry.NOTHING)
    expire(draft)
    assert not enforce_expiry(draft_id=draft.pk)
    assert pick(draft, on_the_clock(draft)).label == "1.01"


def test_on_expiry_the_program_picks_from_the_queue_first():
    draft = running(on_expiry=Draft.OnExpiry.AUTO_PICK)
    team = on_the_clock(draft)
    card = free_cards(draft, "CF")[3]
    add_to_queue(draft_id=draft.pk, team_id=team.pk, selection=Selection(card_id=card.pk), actor=DIRECTOR)
    expire(draft)
    settle_drafts(division_id=draft.division_id)
    made = Pick.objects.get()
    assert (made.card_id, made.made_by, made.team) == (card.pk, Pick.MadeBy.QUEUE, team)
    assert 58 < seconds_left(draft) <= 60


def test_on_expiry_without_a_queue_the_program_picks_by_value():
    draft = running(on_expiry=Draft.OnExpiry.AUTO_PICK)
    expire(draft)
    assert enforce_expiry(draft_id=draft.pk)
    assert Pick.objects.get().made_by == Pick.MadeBy.PROGRAM
    assert "(autopick)" in Action.objects.first().sentence


def test_expiry_is_enforced_once_however_many_look():
    draft = running(on_expiry=Draft.OnExpiry.AUTO_PICK)
    expire(draft)
    for _ in range(3):
        settle_drafts(division_id=draft.division_id)
    assert Pick.objects.count() == 1


def test_a_late_pick_answers_with_what_the_program_took():
    draft = running(on_expiry=Draft.OnExpiry.AUTO_PICK)
    team = on_the_clock(draft)
    expire(draft)
    with refuses(TurnRefusal.TURN_IS_MADE):
        pick(draft, team, free_cards(draft)[-1], overall=1)
    assert Pick.objects.count() == 1


def test_a_skipped_turn_may_be_made_up_later_and_a_late_pick_does_just_that():
    draft = running(on_expiry=Draft.OnExpiry.SKIP)
    first, second, *_ = teams_of(draft)
    expire(draft)
    made = pick(draft, first, overall=1)  # a second too late: the turn has passed, and is made up at once
    assert made.label == "1.01"
    assert [action.verb for action in Action.objects.order_by("pk")][-2:] == ["skip_turn", "make_pick"]
    assert on_the_clock(draft) == second


def test_a_team_makes_up_its_skipped_turn_while_the_clock_of_another_runs_on():
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


def test_a_draft_is_not_finished_while_a_turn_is_to_be_made_up():
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
    """One turn by the program, as on expiry."""
    Draft.objects.filter(pk=draft.pk).update(on_expiry=Draft.OnExpiry.AUTO_PICK)
    expire(draft)
    enforce_expiry(draft_id=draft.pk)
    Draft.objects.filter(pk=draft.pk).update(on_expiry=Draft.OnExpiry.SKIP)


def test_the_worker_enforces_a_deadline_without_an_open_page_and_ignores_a_moved_deadline():
    draft = running(on_expiry=Draft.OnExpiry.AUTO_PICK)
    enforce_draft_clock(draft.pk)
    assert not Pick.objects.exists()
    expire(draft)
    enforce_draft_clock(draft.pk)
    assert Pick.objects.count() == 1
    enforce_draft_clock(10**9)


def test_starting_a_turn_sets_the_workers_alarm_for_its_deadline(django_capture_on_commit_callbacks, monkeypatch):
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


def test_the_deadline_is_counted_over_the_hours_of_the_day():
    draft = running(seconds_per_pick=3600, clock_from=time(9), clock_until=time(9, 30))
    pick(draft, on_the_clock(draft))
    draft.refresh_from_db()
    zone = draft.division.tournament.time_zone
    # an hour at half an hour a day is at least two windows: never within this day
    assert draft.deadline - timezone.now() > timedelta(hours=12)
    assert zone == "America/New_York"


def test_settings_that_make_no_sense_are_refused_by_field():
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


def test_the_card_set_is_fixed_once_the_draft_has_started_but_the_clock_may_change():
    draft = running(seconds_per_pick=60)
    settings = ClockSettings(seconds_per_pick=120)
    with refuses(DraftRefusal.CARD_SET_IS_FIXED):
        open_draft(division=draft.division, card_set=CardSetFactory(), settings=settings, actor=DIRECTOR)
    open_draft(division=draft.division, card_set=draft.card_set, settings=settings, actor=DIRECTOR)
    pick(draft, on_the_clock(draft))
    assert 118 < seconds_left(draft) <= 120


def test_settings_from_a_page_that_is_no_longer_the_newest_are_stale():
    draft = opened()
    old = draft.version
    save_draft = {"division": draft.division, "card_set": draft.card_set, "actor": DIRECTOR, "version": old}
    open_draft(settings=ClockSettings(seconds_per_pick=30), **save_draft)
    with pytest.raises(Stale):
        open_draft(settings=ClockSettings(seconds_per_pick=40), **save_draft)
    draft.refresh_from_db()
    assert draft.seconds_per_pick == 30


def test_the_program_takes_over_for_an_absent_team_at_once_and_gives_it_back():
    draft = running()
    first, second, *_ = teams_of(draft)
    let_program_pick(draft_id=draft.pk, team_id=first.pk, on=True, actor=DIRECTOR, reason="overslept")
    assert Pick.objects.get().team == first
    let_program_pick(draft_id=draft.pk, team_id=second.pk, on=True, actor=DIRECTOR)
    let_program_pick(draft_id=draft.pk, team_id=first.pk, on=False, actor=DIRECTOR)
    assert Pick.objects.count() == 2
    first.refresh_from_db()
    assert not first.is_absent


def test_drafting_by_the_program_is_independent_of_the_managers_attendance():
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
    Team.objects.filter(pk=away.pk).update(is_absent=False)  # his manager has come, and goes on picking himself
    assert data_for(away) == (False, False, True)
    let_program_pick(draft_id=draft.pk, team_id=present.pk, on=False, actor=DIRECTOR)
    assert data_for(present) == (False, False, True)


def test_t0_12_an_imputed_team_is_always_the_programs():
    draft = opened()
    team = teams_of(draft)[0]
    team.kind = "imputed"
    team.save()
    with refuses(ProgramRefusal.IMPUTED_TEAM):
        let_program_pick(draft_id=draft.pk, team_id=team.pk, on=False, actor=DIRECTOR)


def test_the_program_finishes_a_draft_with_legal_teams_each_of_25_players_and_a_park():
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


def test_a_card_set_with_nothing_left_stops_the_program_and_leaves_the_managers_pick_standing():
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
