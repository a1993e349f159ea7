"""Test the draft's checks for the stages of the weekend."""

import pytest
from django.db.models import F

from core.errors import Refused
from drafts.models import CardSet, Draft, PlayerCard
from drafts.refusals import TeamRefusal
from drafts.services.legal_teams import let_team_play
from drafts.services.program import finish_by_program
from pitching.sheet.read import read_sheets
from tests.drafts.rooms import DIRECTOR, on_the_clock, pick, running
from tests.edition_scenes.scene import words
from tests.refusing import refuses
from tournaments.models import Action, Team, Tournament
from tournaments.services.scheduling import publish_schedule
from tournaments.services.stages import move_stage, obstacles_ahead
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db


def test_starting_the_first_draft_moves_the_tournament_to_the_draft_stage() -> None:
    tournament = Tournament.objects.get(pk=running().division.tournament_id)
    assert tournament.stage == Tournament.Stage.DRAFT
    entry = Action.objects.get(tournament=tournament, verb="move_stage")
    assert entry.sentence == "On to: Draft."
    assert Action.objects.get(verb="start_draft").pk > entry.pk


def test_round_robin_waits_for_the_draft() -> None:
    draft = running()
    tournament = Tournament.objects.get(pk=draft.division.tournament_id)
    sentences = [obstacle.sentence for obstacle in obstacles_ahead(tournament)]
    assert f"The {draft.division.name} draft is not finished." in sentences


def test_cannot_return_to_sign_up_after_the_first_pick() -> None:
    draft = running()
    tournament = Tournament.objects.get(pk=draft.division.tournament_id)
    pick(draft, on_the_clock(draft))
    with pytest.raises(Refused, match="One pick has been made. Undo it first"):
        move_stage(tournament=tournament, actor=DIRECTOR, to=Tournament.Stage.SIGN_UP)
    tournament.refresh_from_db()
    assert tournament.stage == Tournament.Stage.DRAFT


def drafted() -> Draft:
    """Let the program finish the draft, and publish the schedule."""
    draft = running()
    finish_by_program(draft_id=draft.pk, actor=DIRECTOR)
    draft.refresh_from_db()
    publish_schedule(division=draft.division, actor=DIRECTOR)
    return draft


def without_starters(team: Team) -> None:
    """Leave a team with relievers only, as an owner's corrected file can."""
    PlayerCard.objects.filter(picks__team=team, is_starter=True).update(is_starter=False, is_reliever=True)
    CardSet.objects.update(version=F("version") + 1)


def test_illegal_team_must_be_fixed_or_waived_before_the_round_robin() -> None:
    draft = drafted()
    tournament = Tournament.objects.get(pk=draft.division.tournament_id)
    assert draft.state == Draft.State.FINISHED
    assert obstacles_ahead(tournament) == []
    sharks = draft.picks.select_related("team").order_by("overall").first().team
    without_starters(sharks)
    waived = obstacles_ahead(tournament)
    assert [(obstacle.why.rule, obstacle.why.subject, obstacle.can_be_waived) for obstacle in waived] == [
        ("T10.2", sharks.pk, True)
    ]
    assert sharks.name in waived[0].sentence


def test_director_allows_an_illegal_team_and_its_sheet_shows_the_reason() -> None:
    draft = drafted()
    tournament = Tournament.objects.get(pk=draft.division.tournament_id)
    team, second_team = draft.division.teams.order_by("slot")[:2]
    without_starters(team)
    with pytest.raises(Refused, match="To continue anyway, enter a reason"):
        move_stage(tournament=tournament, actor=DIRECTOR, to=Tournament.Stage.ROUND_ROBIN)
    move_stage(tournament=tournament, actor=DIRECTOR, to=Tournament.Stage.ROUND_ROBIN, reason="a card was misprinted")
    tournament.refresh_from_db()
    sheets = read_sheets(tournament, [team.pk, second_team.pk])
    (required,) = sheets[team.pk].requirements
    assert str(required.ruling).startswith("T10.2")
    assert str(required.ruling).endswith("Allowed by the director: a card was misprinted")
    assert sheets[second_team.pk].requirements == []
    tournament.stage = Tournament.Stage.PLAYOFFS
    assert read_sheets(tournament, [team.pk])[team.pk].requirements == [], "until the stage ends"


def in_the_round_robin(reason: str = "", illegal: int = 0) -> tuple[Tournament, list[Team]]:
    """Start the round robin with this many illegal teams."""
    draft = drafted()
    tournament = Tournament.objects.get(pk=draft.division.tournament_id)
    teams = list(draft.division.teams.order_by("slot"))
    for team in teams[:illegal]:
        without_starters(team)
    move_stage(tournament=tournament, actor=DIRECTOR, to=Tournament.Stage.ROUND_ROBIN, reason=reason)
    tournament.refresh_from_db()
    return tournament, teams


def test_dashboard_warns_of_newly_illegal_teams_before_game_1(
    director_of,
) -> None:
    tournament, (team, *_) = in_the_round_robin()
    director = director_of(tournament)
    address, page = f"/t/{tournament.slug}/dashboard/", f"/t/{tournament.slug}/teams/{team.pk}/"
    assert "not a legal team" not in words(director.get(address))
    without_starters(team)
    sentence = f"T10.2: {team.name} is not a legal team: 0 pitchers can start, but 4 are needed"
    assert sentence in words(director.get(address))
    refused = director.post(f"{page}let-play/", {"reason": " "})
    assert (refused.status_code, "Enter a reason" in words(refused)) == (400, True)
    director.post(f"{page}let-play/", {"reason": "the club's cards came late"})
    assert sentence not in words(director.get(address))
    tournament.refresh_from_db()
    (required,) = read_sheets(tournament, [team.pk])[team.pk].requirements
    let_in = f"{sentence} Allowed by the director: the club's cards came late"
    assert (required.ruling.rule, str(required.ruling)) == ("T10.2", let_in)
    for shown in (f"/t/{tournament.slug}/sheets/{team.pk}/", f"/t/{tournament.slug}/me/?team={team.pk}"):
        assert let_in.replace(":", "", 1) in words(director.get(shown)), shown
    with refuses(TeamRefusal.NOTHING_TO_WAIVE):
        let_team_play(team=team, reason="once more", actor=DIRECTOR)
    undo_action(action=Action.objects.latest("pk"), actor=DIRECTOR)
    assert sentence in words(director.get(address))
    assert read_sheets(tournament, [team.pk])[team.pk].requirements == []


def test_director_reason_applies_only_to_the_teams_listed(director_of) -> None:
    tournament, (team, second_team, *_) = in_the_round_robin("a card was misprinted", illegal=1)
    without_starters(second_team)
    assert len(read_sheets(tournament, [team.pk])[team.pk].requirements) == 1
    assert read_sheets(tournament, [second_team.pk])[second_team.pk].requirements == []
    named = words(director_of(tournament).get(f"/t/{tournament.slug}/dashboard/"))
    assert f"{second_team.name} is not a legal team" in named
    assert f"{team.name} is not a legal team" not in named
    gate = Action.objects.filter(verb="move_stage").latest("pk")
    gate.public = {"stage": "round_robin"}  # an older log has one reason for all of them
    gate.save()
    assert len(read_sheets(tournament, [second_team.pk])[second_team.pk].requirements) == 1


def test_cannot_allow_an_illegal_team_during_the_draft() -> None:
    draft = drafted()
    with refuses(TeamRefusal.WRONG_STAGE):
        let_team_play(team=draft.division.teams.first(), reason="late", actor=DIRECTOR)


def test_backups_are_not_required_in_games_with_free_positions() -> None:
    draft = drafted()
    tournament = Tournament.objects.get(pk=draft.division.tournament_id)
    PlayerCard.objects.filter(picks__draft=draft).exclude(positions={}).update(positions={"1B": 100})
    CardSet.objects.update(version=2)
    assert {obstacle.why.rule for obstacle in obstacles_ahead(tournament)} == {"T31.10"}
    tournament.profile_key, tournament.profile_text = "pine_tar_league@1", ""
    tournament.save()
    assert [obstacle.why.rule for obstacle in obstacles_ahead(tournament)] == ["T0.02"] * draft.division.teams.count()
    # reports one ballpark too many, because that game has none
