"""Test that correcting results after the playoffs were seeded shows the effects before anything is saved."""

import json

import pytest
from django.urls import reverse

from tests.games.building import League, complete_games, won_by_home
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Action, Series, Team
from tournaments.services.playoffs import start_playoffs
from tournaments.services.seeding_guard import SeedingWouldChange
from tournaments.services.tie_breaks import schedule_playoff_game
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]

TOLD = "Bears would qualify, Sharks would not."


@pytest.fixture
def league():
    """Create a league in which the Sharks won two of three games and were the only seeded team."""
    league = League(rounds=1, advance_per_division=1, stage="playoffs")
    league.save(complete_games(league, league.series[0]))
    start_playoffs(tournament=league.tournament, actor=PROGRAM)
    return league


def bears_win_the_first(league):
    games = complete_games(league, league.series[0])
    sharks, bears = league.sharks, league.bears
    lost = won_by_home(1, [sharks.start(1, "9.0")], [bears.start(1, "9.0")], home_runs=2, away_runs=3)
    return [lost, *games[1:]]


def outcomes(league):
    return Series.objects.get(pk=league.series[0].pk).outcomes


def test_correction_that_changes_qualifiers_needs_confirmation_and_a_reason(league):
    with pytest.raises(SeedingWouldChange, match=TOLD):
        league.save(bears_win_the_first(league))
    with pytest.raises(SeedingWouldChange, match="Enter a reason"):
        league.save(bears_win_the_first(league), confirm_seeding=True)
    assert outcomes(league) == "HAH"
    league.save(bears_win_the_first(league), confirm_seeding=True, reason="the score was turned round")
    assert outcomes(league) == "AAH"
    entry = Action.objects.filter(verb="save_series_results").order_by("pk").last()
    assert entry.sentence == f"Round 1: Bears 2, Sharks 1. After seeding: {TOLD}"
    assert entry.reason == "the score was turned round"
    assert Team.objects.get(seed=1).name == "Sharks", "the best-ofs stay as they were seeded"


def test_correction_that_does_not_affect_seeding_needs_no_confirmation(league):
    games = complete_games(league, league.series[0])
    games[0] = won_by_home(1, [league.sharks.start(1, "9.0")], [league.bears.start(1, "8.0")], home_runs=9)
    league.save(games)
    assert Series.objects.get(pk=league.series[0].pk).home_runs == 14


def test_manager_is_referred_to_the_director(league):
    with pytest.raises(SeedingWouldChange, match="Ask the director"):
        league.save(
            bears_win_the_first(league), acting_team=league.sharks.team.pk, confirm_seeding=True, reason="as played"
        )


def test_page_asks_for_confirmation_and_the_bracket_notes_the_correction(league, director_of):
    client, series = director_of(league.tournament), league.series[0]
    address = reverse("enter_series", args=[league.tournament.slug, series.pk])
    typed = dict(client.get(address).context["values"])
    version = Series.objects.get(pk=series.pk).version
    typed |= {"version": str(version), "save": "final", f"runs-1-{series.home_id}": "2", "reason": "turned round"}
    typed |= {f"runs-1-{series.away_id}": "3", f"p-1-{series.away_id}-{league.bears.starters[0].pk}": "s9.0"}

    response = client.post(address, typed)
    page = response.content.decode()
    assert (response.status_code, outcomes(league)) == (400, "HAH")
    assert TOLD in page
    assert 'name="confirm_seeding"' in page
    assert 'value="turned round"' in page, "what was typed is kept"

    client.post(address, typed | {"confirm_seeding": "1"})
    assert outcomes(league) == "AAH"
    best_ofs = reverse("bracket", args=[league.tournament.slug])
    assert TOLD in client.get(best_ofs).content.decode()


def test_api_refusal_states_the_consequence_and_the_confirmation_field(league, director_of):
    client, series = director_of(league.tournament), league.series[0]
    address = f"/api/v1/tournaments/{league.tournament.slug}/series/{series.pk}/results/"
    games = client.get(address).json()["games"]
    games = [{name: game[name] for name in ("number", "innings", "outings")} for game in games]
    for game, (home, away) in zip(games, ((2, 3), (3, 2), (3, 2)), strict=True):
        game |= {"home_runs": home, "away_runs": away}
    starter = league.bears.starters[0].pk
    next(outing for outing in games[0]["outings"] if outing["card"] == starter)["innings"] = "9.0"
    body = {"version": Series.objects.get(pk=series.pk).version, "complete": True, "games": games}
    refused = client.put(address, json.dumps(body), "application/json")
    assert (refused.status_code, refused.json()["field"]) == (400, "confirm_seeding")
    assert TOLD in refused.json()["detail"]
    confirmed = body | {"confirm_seeding": True, "reason": "turned round"}
    assert client.put(address, json.dumps(confirmed), "application/json").status_code == 200
    assert outcomes(league) == "AAH"


def test_undoing_a_result_needs_confirmation_like_correcting_it(league):
    saved = Action.objects.get(verb="save_series_results")
    with pytest.raises(SeedingWouldChange, match="Sharks would not"):
        undo_action(action=saved, actor=PROGRAM)
    assert outcomes(league) == "HAH"
    undone = undo_action(action=saved, actor=PROGRAM, confirm_seeding=True, reason="the wrong series")
    assert outcomes(league) == ""
    with pytest.raises(SeedingWouldChange, match="Sharks would qualify"):
        undo_action(action=undone, actor=PROGRAM)
    undo_action(action=undone, actor=PROGRAM, confirm_seeding=True, reason="it was the right one")
    assert outcomes(league) == "HAH"


def test_undoing_a_tiebreaker_game_needs_confirmation():
    """The teams were tied after two games. The Sharks won the tiebreaker game and were the only seeded team."""
    league = League(rounds=1, games=2, advance_per_division=1, stage="playoffs")
    league.save(complete_games(league, league.series[0])[:2])
    teams = frozenset((league.sharks.team.pk, league.bears.team.pk))
    game = schedule_playoff_game(division=league.division, teams=teams, actor=PROGRAM)
    home, away = league.sharks, league.bears
    if game.home_id != home.team.pk:
        home, away = away, home
    league.save([won_by_home(1, [home.start(3, "9.0")], [away.start(3, "8.0")])], game, first_home=game.home_id)
    start_playoffs(tournament=league.tournament, actor=PROGRAM)
    saved = Action.objects.filter(verb="save_series_results").first()
    with pytest.raises(SeedingWouldChange, match="must be played"):
        undo_action(action=saved, actor=PROGRAM)
