"""T0.02: Test disqualifying a manager who is late for the draft, whose picks are skipped or made by the program."""

import pytest
from django.urls import reverse

from drafts.models import Draft, Pick, QueuedPlayer
from drafts.queries.legal_teams import illegal_teams
from drafts.queries.room import draft_with_division, load_room
from drafts.refusals import DisqualificationRefusal, ProgramRefusal
from drafts.services.clock import pause_draft, resume_draft
from drafts.services.disqualifying import disqualify_manager
from drafts.services.program import finish_by_program, let_program_pick
from drafts.services.undoing import undo_last_pick
from tests.drafts.rooms import DIRECTOR, free_cards, on_the_clock, opened, pick, running, teams_of
from tests.refusing import refuses
from tournaments.models import Action, Series, Team
from tournaments.queries.schedule import planned_schedule
from tournaments.queries.standings import standings_of
from tournaments.services.scheduling import publish_schedule
from tournaments.services.undo import preview_undo, undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def disqualify(draft, team, turns="skipped", reason="not here at 7:50"):
    return disqualify_manager(draft_id=draft.pk, team_id=team.pk, turns=turns, reason=reason, actor=DIRECTOR)


def turns_of(draft, team):
    return list(Pick.objects.filter(draft=draft, team=team).order_by("overall"))


def test_disqualified_manager_loses_all_turns_and_the_draft_finishes():
    draft = running()
    first, second, *_ = teams_of(draft)
    disqualify(draft, first)
    assert on_the_clock(draft) == second
    (passed,) = turns_of(draft, first)
    assert passed.is_skipped
    assert load_room(draft_with_division(pk=draft.pk)).skipped == []
    finish_by_program(draft_id=draft.pk, actor=DIRECTOR)
    draft.refresh_from_db()
    assert draft.state == Draft.State.FINISHED
    assert all(turn.is_skipped for turn in turns_of(draft, first))
    assert len(turns_of(draft, first)) == 26
    assert first.pk not in illegal_teams(draft.division.tournament)
    assert Team.objects.get(pk=first.pk).has_manager_here is False


def test_disqualified_manager_is_skipped_after_the_pause():
    draft = running(on_expiry="skip")
    first, *_ = teams_of(draft)
    pause_draft(draft_id=draft.pk, actor=DIRECTOR)
    disqualify(draft, first)
    assert turns_of(draft, first) == []  # nothing happens while it is paused
    resume_draft(draft_id=draft.pk, actor=DIRECTOR)
    assert len(turns_of(draft, first)) == 1


def test_autopick_ignores_a_disqualified_managers_queue():
    draft = running()
    first, second, *_ = teams_of(draft)
    queued_card = free_cards(draft, "RP")[-1]
    QueuedPlayer.objects.create(team=first, card=queued_card, position=1)
    disqualify(draft, first, "program")
    (made,) = turns_of(draft, first)
    assert made.made_by == "program"
    assert made.card != queued_card
    assert on_the_clock(draft) == second
    with refuses(ProgramRefusal.DISQUALIFIED):
        let_program_pick(draft_id=draft.pk, team_id=first.pk, on=False, actor=DIRECTOR)


def test_undoing_a_disqualification_restores_skipped_turns():
    draft = running()
    first, second, *_ = teams_of(draft)
    disqualify(draft, first)
    pick(draft, second)
    action = Action.objects.get(verb="disqualify_manager")
    assert action.reason == "not here at 7:50"
    preview = preview_undo(action=action)
    assert any("disqualified" in line for line in preview.changes)
    assert Team.objects.get(pk=first.pk).disqualified == "skipped"
    undone = undo_action(action=action, actor=DIRECTOR)
    assert Team.objects.get(pk=first.pk).dropped_after_round is None
    assert load_room(draft_with_division(pk=draft.pk)).skipped == [1]
    pick(draft, first)
    assert not turns_of(draft, first)[0].is_skipped
    undo_action(action=undone, actor=DIRECTOR)
    assert Team.objects.get(pk=first.pk).disqualified == "skipped"


def test_undoing_a_disqualification_after_the_draft_reopens_its_turns():
    draft = running()
    first, *_ = teams_of(draft)
    disqualify(draft, first)
    finish_by_program(draft_id=draft.pk, actor=DIRECTOR)
    undo_action(action=Action.objects.get(verb="disqualify_manager"), actor=DIRECTOR)
    draft.refresh_from_db()
    assert draft.state == Draft.State.PAUSED
    assert len(load_room(draft_with_division(pk=draft.pk)).skipped) == 26


def test_disqualification_removes_series_and_undo_restores_them():
    draft = running(9)
    first, *further_teams = teams_of(draft)
    publish_schedule(division=draft.division, actor=DIRECTOR)
    mine = Series.objects.filter(home=first).count() + Series.objects.filter(away=first).count()
    before = Series.objects.count()
    assert mine == 8
    disqualify(draft, first)
    assert Series.objects.count() == before - mine
    assert set(planned_schedule(draft.division).teams) == {team.pk for team in further_teams}
    (table,) = standings_of(draft.division.tournament)
    assert [row.team for row in table.rows].count(first.pk) == 0
    assert any("disqualified during the draft" in str(row) for row in table.filled().rows)
    undo_action(action=Action.objects.get(verb="disqualify_manager"), actor=DIRECTOR)
    assert Series.objects.count() == before
    disqualify(draft, first)
    publish_schedule(division=draft.division, actor=DIRECTOR)
    assert Series.objects.values("round").distinct().count() == 7


def test_undoing_the_last_pick_also_undoes_turns_skipped_by_disqualification():
    draft = running()
    first, second, *_ = teams_of(draft)
    disqualify(draft, second)
    pick(draft, first)
    assert [turn.is_skipped for turn in turns_of(draft, second)] == [True]
    undo_last_pick(draft_id=draft.pk, actor=DIRECTOR)
    assert on_the_clock(draft) == first
    assert turns_of(draft, second) == []


def test_disqualification_requires_a_reason_and_an_unfinished_draft():
    draft = running()
    first, *_ = teams_of(draft)
    with refuses(DisqualificationRefusal.NO_REASON):
        disqualify(draft, first, reason=" ")
    disqualify(draft, first, "program")
    with refuses(DisqualificationRefusal.ALREADY_DISQUALIFIED):
        disqualify(draft, first)
    finish_by_program(draft_id=draft.pk, actor=DIRECTOR)
    with refuses(DisqualificationRefusal.DRAFT_IS_OVER):
        disqualify(draft, teams_of(draft)[1])


def test_cannot_disqualify_an_imputed_team():
    draft = opened()
    draft.division.teams.filter(slot=2).update(kind="imputed")
    with refuses(DisqualificationRefusal.NO_MANAGER):
        disqualify(draft, teams_of(draft)[1])


def test_draft_pages_show_a_disqualification(director_of):
    draft = running()
    first, *_ = teams_of(draft)
    tournament = draft.division.tournament
    director, at = director_of(tournament), [tournament.slug, draft.division_id]
    page = director.get(reverse("draft_disqualify", args=at)).content.decode()
    assert "Late for the draft" in page
    refused = director.post(reverse("draft_disqualify", args=at), {"team": first.pk, "turns": "skipped"})
    assert refused.status_code == 400
    assert "Enter a reason" in refused.content.decode()
    done = director.post(
        reverse("draft_disqualify", args=at), {"team": first.pk, "turns": "skipped", "reason": "overslept"}, follow=True
    )
    assert "has been disqualified" in done.content.decode()
    places = [
        ("draft", at[:1]),
        ("draft_board", at),
        ("draft_big_screen", at),
        ("draft_dashboard", at),
        ("rosters", at[:1]),
        ("team", [tournament.slug, first.pk]),
        ("log", at[:1]),
    ]
    for name, args in places:
        assert "disqualified" in director.get(reverse(name, args=args)).content.decode(), name


def test_disqualifies_a_manager_through_the_api(director_of):
    draft = running()
    first, *_ = teams_of(draft)
    tournament = draft.division.tournament
    address = f"/api/v1/tournaments/{tournament.slug}/drafts/{draft.division_id}/disqualify/"
    response = director_of(tournament).post(
        address, {"team": first.pk, "turns": "program", "reason": "late"}, content_type="application/json"
    )
    assert response.status_code == 200
    assert Team.objects.get(pk=first.pk).picks_by_program
