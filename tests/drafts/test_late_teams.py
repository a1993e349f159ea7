"""Test teams that join after the first pick, and walk-ins who take over an imputed team (T0.02, T0.12)."""

from collections.abc import Callable

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from drafts.models import Draft, Pick
from drafts.queries.room import Room, draft_with_division, load_room
from drafts.services.late_teams import add_late_team
from drafts.services.program import finish_by_program
from drafts.services.undoing import undo_last_pick
from rules_engine.draft.order import overall_with_late_team, turn_at
from tests.drafts.rooms import DIRECTOR, card_set_for, on_the_clock, opened, pick, running, teams_of
from tests.factories import SeriesFactory
from tournaments.models import Access, Action, Series, Team
from tournaments.queries.entrants import Entrant, Person
from tournaments.services.entrants import give_manager
from tournaments.services.undo import preview_undo, undo_action
from weekend.queries.verification import verify_tournament

NEWCOMER = Entrant("Newcomers", (Person("Zoe Fox", "Akron", "OH"),))


def _pick_turns(draft: Draft, count: int) -> None:
    for _ in range(count):
        pick(draft, on_the_clock(draft))


def _join(draft: Draft, reason: str = "") -> Team:
    return add_late_team(draft_id=draft.pk, actor=DIRECTOR, entrant=NEWCOMER, reason=reason)


def _room(draft: Draft) -> Room:
    return load_room(draft_with_division(pk=draft.pk))


@given(st.integers(2, 14), st.integers(1, 26 * 14), st.booleans())
def test_late_team_does_not_change_the_draft_order(teams: int, overall: int, serpentine: bool) -> None:
    before = turn_at(teams, overall, serpentine=serpentine)
    after = turn_at(teams + 1, overall_with_late_team(teams, overall), serpentine=serpentine, late=1)
    assert (before.round, before.position) == (after.round, after.position)


def test_t0_02_late_teams_pick_last_in_a_round() -> None:
    order = [turn_at(4, overall, late=1).position for overall in range(1, 13)]
    assert order == [1, 2, 3, 4, 3, 2, 1, 4, 1, 2, 3, 4]


@pytest.mark.django_db
@pytest.mark.database
class TestJoining:
    def test_late_team_makes_up_missed_rounds_without_moving_the_clock(self) -> None:
        draft = running()
        _pick_turns(draft, 20)  # two rounds of eight, and four picks in the third
        cards = {(made.team_id, made.card_id) for made in Pick.objects.filter(draft=draft)}
        next_team = on_the_clock(draft)
        team = _join(draft)
        room = _room(draft)
        assert room.team_at(room.on_the_clock) == next_team
        assert room.label(room.on_the_clock) == "3.05"
        assert [room.label(turn) for turn in room.skipped] == ["1.09", "2.09"]
        assert {(made.team_id, made.card_id) for made in Pick.objects.filter(draft=draft, card__isnull=False)} == cards
        assert all(room.team_at(made.overall) == made.team for made in Pick.objects.filter(draft=draft))
        pick(draft, team)  # makes up 1.09 while another team is on the clock
        assert [_room(draft).label(turn) for turn in _room(draft).skipped] == ["2.09"]
        assert Access.objects.filter(team=team, revoked_at=None).exists()

    def test_every_team_gets_26_selections_despite_a_late_team(self) -> None:
        draft = running(card_set=card_set_for(10))
        _pick_turns(draft, 9)
        team = _join(draft)
        finish_by_program(draft_id=draft.pk, actor=DIRECTOR)
        draft.refresh_from_db()
        assert draft.state == Draft.State.FINISHED
        for drafting_team in [*teams_of(draft), team]:
            assert sum(not made.is_skipped for made in Pick.objects.filter(team=drafting_team)) == 26

    def test_undoing_a_late_team_before_its_first_pick_restores_pick_numbers(self) -> None:
        draft = running()
        _pick_turns(draft, 17)
        before = list(Pick.objects.filter(draft=draft).order_by("overall").values_list("overall", "team", "card"))
        _join(draft)
        undo_action(action=Action.objects.get(verb="add_late_team"), actor=DIRECTOR)
        draft.refresh_from_db()
        assert (
            list(Pick.objects.filter(draft=draft).order_by("overall").values_list("overall", "team", "card")) == before
        )
        assert (draft.late_teams, draft.next_overall) == (0, 18)
        assert not Team.objects.filter(name="Newcomers").exists()

    def test_log_matches_picks_renumbered_by_late_teams(self) -> None:
        draft = running()
        _pick_turns(draft, 17)
        _join(draft)
        add_late_team(
            draft_id=draft.pk, actor=DIRECTOR, entrant=Entrant("Walk-ins", (Person("Yul Poe", "Erie", "PA"),))
        )
        _pick_turns(draft, 2)
        assert verify_tournament(draft.division.tournament) == []
        second = Action.objects.filter(verb="add_late_team").latest("pk")
        undo_action(action=second, actor=DIRECTOR)
        assert verify_tournament(draft.division.tournament) == []
        Pick.objects.filter(draft=draft, overall=12).update(made_by="program")
        assert [fault.check for fault in verify_tournament(draft.division.tournament)] == ["picks"]

    def test_late_team_cannot_be_undone_after_its_first_pick(self) -> None:
        draft = running()
        _pick_turns(draft, 8)
        pick(draft, _join(draft))
        assert preview_undo(action=Action.objects.get(verb="add_late_team")).code == "HAS_PICKED"

    def test_undo_removes_another_teams_last_pick_first(self) -> None:
        draft = running()
        _pick_turns(draft, 10)
        newest = Pick.objects.get(draft=draft, overall=10)
        _join(draft)
        undo_last_pick(draft_id=draft.pk, actor=DIRECTOR)
        assert not Pick.objects.filter(card=newest.card_id).exists()
        room = _room(draft)
        assert room.team_at(room.on_the_clock) == newest.team

    def test_earlier_pick_cannot_be_undone_after_a_late_team_joins(self) -> None:
        draft = running()
        _pick_turns(draft, 10)
        action = Action.objects.filter(verb="make_pick").latest("pk")
        _join(draft)
        assert preview_undo(action=action).code == "TEAM_ADDED_SINCE"

    def test_two_teams_can_join_and_full_divisions_require_a_reason(self) -> None:
        draft = running(14)
        _pick_turns(draft, 14)
        with pytest.raises(Refused) as refused:
            _join(draft)
        assert refused.value.code == "DIVISION_FULL"
        _join(draft, "Came a long way")
        second = Entrant("Latest", (Person("Al Ray"),))
        add_late_team(draft_id=draft.pk, actor=DIRECTOR, entrant=second, reason="His brother")
        room = _room(draft)
        assert [team.name for team in room.teams[-2:]] == ["Newcomers", "Latest"]
        assert [room.team_at(turn).name for turn in room.skipped] == ["Newcomers", "Latest"]

    def test_refuses_a_late_team_outside_a_running_draft(self) -> None:
        waiting = opened()
        with pytest.raises(Refused) as refused:
            _join(waiting)
        assert refused.value.code == "NOT_STARTED"
        draft = running()
        home, away, *_ = teams_of(draft)
        SeriesFactory(division=draft.division, home=home, away=away)
        with pytest.raises(Refused) as refused:
            _join(draft)
        assert refused.value.code == "SCHEDULE_PUBLISHED"
        Series.objects.all().delete()
        finish_by_program(draft_id=draft.pk, actor=DIRECTOR)
        with pytest.raises(Refused) as refused:
            _join(draft)
        assert refused.value.code == "DRAFT_IS_OVER"
        assert not Team.objects.filter(name="Newcomers").exists()

    def test_director_adds_a_late_team_on_its_page(self, director_of: Callable[..., Client]) -> None:
        draft = running()
        _pick_turns(draft, 16)
        director = director_of(draft.division.tournament)
        address = f"/t/{draft.division.tournament.slug}/draft/{draft.division_id}/dashboard/late-team/"
        assert 'data-passed="2"' in director.get(address).content.decode()
        director.post(address, {"team": "Newcomers", "manager": "Zoe Fox"})
        assert Team.objects.get(name="Newcomers").slot == 9


@pytest.mark.django_db
@pytest.mark.database
class TestWalkIn:
    def _imputed(self, draft: Draft) -> Team:
        team = teams_of(draft)[-1]
        team.kind = Team.Kind.IMPUTED
        team.save()
        return team

    def test_walk_in_takes_over_an_imputed_team_with_its_roster(self, director_of: Callable[..., Client]) -> None:
        draft = running()
        team = self._imputed(draft)
        _pick_turns(draft, 8)
        roster = set(Pick.objects.filter(team=team).values_list("card_id", flat=True))
        director = director_of(draft.division.tournament)
        address = f"/t/{draft.division.tournament.slug}/people/{team.pk}/manager/"
        director.post(address, {"team": "Newcomers", "manager": "Zoe Fox"})
        team.refresh_from_db()
        assert (team.kind, team.name, team.managers.get().name) == ("managed", "Newcomers", "Zoe Fox")
        assert set(Pick.objects.filter(team=team).values_list("card_id", flat=True)) == roster
        assert not team.picks_by_program
        assert Access.objects.filter(team=team, role="manager", revoked_at=None).count() == 1

    def test_assigning_a_manager_after_the_first_series_requires_a_reason(self) -> None:
        draft = running()
        team = self._imputed(draft)
        SeriesFactory(division=draft.division, home=team, away=teams_of(draft)[0], status="playing", home_place=1)
        with pytest.raises(Refused) as refused:
            give_manager(team=team, actor=DIRECTOR, entrant=NEWCOMER)
        assert refused.value.code == "SERIES_STARTED"
        assert give_manager(team=team, actor=DIRECTOR, entrant=NEWCOMER, reason="Arrived at noon").kind == "managed"

    def test_managed_team_is_refused_and_undo_revokes_the_link(self) -> None:
        draft = running()
        team = self._imputed(draft)
        with pytest.raises(Refused) as refused:
            give_manager(team=teams_of(draft)[0], actor=DIRECTOR, entrant=NEWCOMER)
        assert refused.value.code == "HAS_A_MANAGER"
        give_manager(team=team, actor=DIRECTOR, entrant=NEWCOMER)
        undo_action(action=Action.objects.get(verb="give_manager"), actor=DIRECTOR)
        team.refresh_from_db()
        assert team.kind == "imputed"
        assert not team.managers.exists()
        assert not Access.objects.filter(team=team, revoked_at=None).exists()
