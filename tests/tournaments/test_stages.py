"""Test stages from sign-up to the end: the next stage's missing requirements, and obstacles to going back."""

import pytest

from core.errors import Refused, Stale
from tests.factories import DivisionFactory, SeriesFactory, TeamFactory, TournamentFactory
from tests.refusing import refuses
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series, Tournament
from tournaments.refusals import StageRefusal
from tournaments.services import stages
from tournaments.services.scheduling import publish_schedule
from tournaments.services.stages import Obstacle, Stage, move_stage, obstacles_ahead

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def ready_for_the_draft() -> Tournament:
    division = DivisionFactory()
    for slot in range(1, 9):
        TeamFactory(division=division, slot=slot)
    return division.tournament


def move(tournament: Tournament, to: str, reason: str = "") -> Tournament:
    return move_stage(tournament=tournament, actor=PROGRAM, to=to, reason=reason)


def test_draft_opens_when_every_team_has_a_position(only_own_checks):
    tournament = ready_for_the_draft()
    assert move(tournament, "draft").stage == "draft"
    assert tournament.actions.first().sentence == "On to: Draft."


def test_draft_requires_every_position():
    tournament = ready_for_the_draft()
    team = tournament.teams.get(slot=8)
    team.slot = None
    team.save()
    with pytest.raises(Refused, match=rf"No draft position yet: {team.name}"):
        move(tournament, "draft")
    tournament.refresh_from_db()
    assert tournament.stage == "signup"


def test_draft_requires_legal_divisions_and_positions():
    tournament = ready_for_the_draft()
    tournament.teams.filter(slot=8).update(slot=9)
    with pytest.raises(Refused, match="no team drafts at position 8"):
        move(tournament, "draft")
    tournament.teams.filter(slot__gt=5).delete()
    with pytest.raises(Refused, match=r"T0\.12: 5 participants"):
        move(tournament, "draft")


def test_stages_cannot_be_skipped_or_advanced_twice(only_own_checks):
    tournament = ready_for_the_draft()
    with pytest.raises(Stale):
        move(tournament, "finished")
    old = Tournament.objects.get(pk=tournament.pk)
    move(tournament, "draft")
    assert move(old, "draft").stage == "draft"  # a double click
    with pytest.raises(Stale, match="has moved to Draft"):
        move(old, "round_robin")
    assert tournament.actions.filter(verb="move_stage").count() == 1


def test_round_robin_requires_a_schedule(only_own_checks):
    tournament = ready_for_the_draft()
    move(tournament, "draft")
    tournament.refresh_from_db()
    with pytest.raises(Refused, match="No schedule yet"):
        move(tournament, "round_robin")
    publish_schedule(division=tournament.divisions.get(), actor=PROGRAM)
    assert move(tournament, "round_robin").stage == "round_robin"


def test_t0_09_director_can_waive_unplayed_series(only_own_checks):
    series = SeriesFactory(division__tournament__stage="round_robin")
    with pytest.raises(Refused, match="enter a reason") as refused:
        move(series.tournament, "playoffs")
    assert refused.value.field == "reason"
    move(series.tournament, "playoffs", reason="It is 6 AM.")
    assert series.tournament.actions.first().reason == "It is 6 AM."


def test_waiving_unplayed_series_explains_ties(only_own_checks):
    tournament = TournamentFactory(stage=Stage.ROUND_ROBIN)
    SeriesFactory(division=DivisionFactory(tournament=tournament))
    (open_series,) = obstacles_ahead(tournament)
    assert "not finished: a tie" in open_series.sentence
    assert open_series.can_be_waived


def test_cannot_go_back_once_results_or_a_schedule_exist(only_own_checks):
    series = SeriesFactory(division__tournament__stage="round_robin")
    Series.objects.update(status=Series.Status.PLAYING)
    with refuses(StageRefusal.SERIES_STARTED):
        move(series.tournament, "draft")
    Series.objects.update(status=Series.Status.SCHEDULED)
    move(series.tournament, "draft")
    series.tournament.refresh_from_db()
    with refuses(StageRefusal.SCHEDULE_PUBLISHED):
        move(series.tournament, "signup")


def test_other_apps_can_add_stage_checks(only_own_checks):
    tournament = TournamentFactory(stage="playoffs")
    stages.entry_checks[Stage.FINISHED] = [lambda tournament: [Obstacle("The report is not sent.")]]
    assert "The report is not sent." in [obstacle.sentence for obstacle in obstacles_ahead(tournament)]
    with pytest.raises(Refused, match="report is not sent"):
        move(tournament, "finished", reason="Enough.")


def test_stage_page_lists_obstacles_without_a_button(director_of):
    tournament = TournamentFactory()
    browser = director_of(tournament)
    page = browser.get(f"/t/{tournament.slug}/stage/").content.decode()
    assert "There are no divisions." in page or "participants" in page
    assert "Continue to Draft" not in page
    assert f'<a href="/t/{tournament.slug}/people/">Fix</a>' in page
    answer = browser.post(f"/t/{tournament.slug}/stage/", {"from": "signup", "to": "draft"})
    assert answer.status_code == 400
    ready = ready_for_the_draft()
    page = director_of(ready).get(f"/t/{ready.slug}/stage/").content.decode()
    assert "Continue to Draft" in page


@pytest.mark.parametrize("to", ["", "champion", "<b>"])
def test_rejects_an_unknown_stage(director_of, to):
    tournament = ready_for_the_draft()
    answer = director_of(tournament).post(f"/t/{tournament.slug}/stage/", {"from": "signup", "to": to})
    assert answer.status_code == 400
    tournament.refresh_from_db()
    assert tournament.stage == "signup"
