"""Test that forfeiting the rest of a series takes one step, such as when a semifinalist leaves."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.models import Game
from games.queries.of_series import playoff_runs
from games.queries.usage import usage_of_teams
from tests.edition_scenes.scene import words
from tests.games.building import DESK, League, complete_games
from tests.markup import as_single_line
from tournaments.models import Action, Series
from tournaments.services.undo import undo_action

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def league() -> League:
    return League(stage="round_robin")


@pytest.fixture
def director(league: League, director_of: Callable[..., Client]) -> Client:
    return director_of(league.tournament)


def address(league: League) -> str:
    return f"/t/{league.tournament.slug}/series/{league.series[0].pk}/leave/"


def leave(league: League, director: Client, reason: str = "called away") -> str:
    version = Series.objects.get(pk=league.series[0].pk).version
    sent = {"team": league.bears.team.pk, "reason": reason, "version": version}
    return words(director.post(address(league), sent, follow=True))


def test_departing_team_forfeits_the_wins_its_opponent_still_needs(league: League, director: Client) -> None:
    Series.objects.filter(pk=league.series[0].pk).update(is_best_of=True, games_planned=5)
    league.save(complete_games(league, league.series[0])[:2], complete=True)
    before = Series.objects.get(pk=league.series[0].pk)
    wins = before.home_wins if before.home_id == league.sharks.team.pk else before.away_wins
    seen = words(director.get(address(league)))
    assert f"{league.bears.team} forfeits games 3, 4: {league.sharks.team} 3, {league.bears.team} 1" in seen
    assert wins == 1
    assert "has left this series" in leave(league, director)
    assert Action.objects.latest("pk").sentence.endswith(f" {league.bears.team} forfeits games 3, 4.")
    now = Series.objects.get(pk=before.pk)
    assert now.status == Series.Status.COMPLETE
    assert sorted((now.home_wins, now.away_wins)) == [1, 3]
    form = Game.objects.filter(series=now, ending="forfeited")
    assert [(game.number, game.conceded_by, game.footnote) for game in form.order_by("number")] == [
        (3, league.bears.team, "called away"),
        (4, league.bears.team, "called away"),
    ]
    usage = usage_of_teams(league.sharks.team.pk)[league.sharks.team.pk]
    assert len(usage.columns) == 2, "a forfeited game has no column"
    Series.objects.filter(pk=now.pk).update(stage=Series.Stage.PLAYOFF)
    assert len(playoff_runs(league.tournament)[now.pk]) == 2, "and no runs in the bracket"
    undo_action(action=Action.objects.latest("pk"), actor=DESK)
    assert Series.objects.get(pk=before.pk).outcomes == before.outcomes


def test_series_not_started_is_forfeited_completely(league: League, director: Client) -> None:
    assert "forfeits games 1, 2, 3" in as_single_line(words(director.get(address(league))))
    leave(league, director)
    now = Series.objects.get(pk=league.series[0].pk)
    assert (now.status, now.home_wins + now.away_wins, now.home_runs) == ("complete", 3, 0)
    assert "Every game of this series has been played" in words(director.get(address(league)))


def test_leaving_requires_a_reason_a_director_and_no_game_in_progress(
    league: League, director: Client, manager_of: Callable[..., Client]
) -> None:
    assert "Enter the reason for the forfeit" in leave(league, director, reason=" ")
    sent = {"team": league.sharks.team.pk, "reason": "x", "version": 1}
    assert manager_of(league.bears.team).post(address(league), sent).status_code == 403
    stale = director.post(address(league), {**sent, "version": 99})
    assert stale.status_code == 409
    league.save(complete_games(league, league.series[0])[:1], complete=False)
    assert "Game 1 has started and isn't over" in leave(league, director)
    assert not Game.objects.filter(ending="forfeited").exists()
