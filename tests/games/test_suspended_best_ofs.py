"""Test that games may be suspended in the playoffs except at the Nationals, and that the series waits (T33.0)."""

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from games.models import Game
from tests.games.building import League
from tests.games.test_enter_page import cell
from tests.pdf_reading import pages_of
from tournaments.models import Series

pytestmark = pytest.mark.django_db


def final(**tournament):
    """Create a best-of-five final between a weekend's two qualifiers."""
    league = League(rounds=1, games=5, stage="playoffs", **tournament)
    for seed, side in enumerate((league.sharks, league.bears), start=1):
        side.team.seed = seed
        side.team.save()
    Series.objects.update(stage="playoff", is_best_of=True, division=None, bracket_place="1")
    return league


def address(league, name="enter_series"):
    return reverse(name, args=[league.tournament.slug, league.series[0].pk])


def stopped(league, version=1):
    """Suspend game 1 with the score 2-2 after six innings."""
    sharks, bears = league.sharks, league.bears
    return {
        "version": str(version),
        "save": "final",
        **score(league, 1, 2, 2, 6, "suspended"),
        **cell(sharks, sharks.starters[0], "6.0", s="1"),
        **cell(bears, bears.starters[0], "6.0", s="1"),
    }


def score(league, number, home, away, innings, ending="played_out"):
    return {
        f"runs-{number}-{league.sharks.team.pk}": str(home),
        f"runs-{number}-{league.bears.team.pk}": str(away),
        f"innings-{number}": str(innings),
        f"ending-{number}": ending,
    }


def second_game(league):
    sharks, bears = league.sharks, league.bears
    return {
        **score(league, 2, 3, 2, 9),
        **cell(sharks, sharks.starters[1], "9.0", game=2, s="1"),
        **cell(bears, bears.starters[1], "8.0", game=2, s="1"),
    }


def finished(league, version):
    game = stopped(league, version) | score(league, 1, 3, 2, 9)
    sharks, bears = league.sharks, league.bears
    return game | cell(sharks, sharks.starters[0], "9.0", s="1") | cell(bears, bears.starters[0], "8.0", s="1")


def test_playoff_game_can_be_suspended_and_its_series_waits(director_of, client):
    league = final()
    data = director_of(league.tournament).post(address(league), stopped(league), follow=True).content.decode()
    assert "who has left" in data.lower()
    assert Series.objects.get().status == "suspended"
    assert "game 1 suspended" in client.get(f"/t/{league.tournament.slug}/round/").content.decode()
    series_data = client.get(
        f"/api/v1/tournaments/{league.tournament.slug}/series/{league.series[0].pk}/results/"
    ).json()
    assert series_data["games"][0]["ending"] == "suspended"
    with pytest.raises(CommandError, match="has a suspended game 1"):
        call_command("play", series=league.series[0].pk)


def test_bracket_marks_the_suspended_game_on_page_big_screen_and_pdf(director_of, client):
    league = final()
    director_of(league.tournament).post(address(league), stopped(league))
    slug = league.tournament.slug
    page = client.get(f"/t/{slug}/playoffs/").content.decode()
    assert 'aria-label="Sharks 0, Bears 0, game 1 suspended"' in page
    assert ">game 1 suspended</text>" in page
    assert '<span class="state bad">game 1 suspended</span>' in page, "and in the table of the series"
    assert ">game 1 suspended</text>" in client.get(reverse("bracket_big_screen", args=[slug])).content.decode()
    paper = pages_of(client.get(reverse("standings_pdf", args=[slug])).content)
    assert any("game 1 suspended" in sheet for sheet in paper)
    director_of(league.tournament).post(address(league), finished(league, 2))
    assert "suspended" not in client.get(f"/t/{slug}/playoffs/").content.decode().partition("<main")[2]


def test_playoff_series_continues_only_after_its_suspended_game(director_of):
    league = final()
    director = director_of(league.tournament)
    answer = director.post(address(league), stopped(league) | second_game(league))
    assert "game 1 of this series is suspended: finish it before game 2" in answer.content.decode()
    assert not Game.objects.exists()

    director.post(address(league), stopped(league))
    director.post(address(league), finished(league, 2) | second_game(league))
    series = Series.objects.get()
    assert (series.status, series.outcomes, series.home_wins, series.away_wins) == ("playing", "HH", 2, 0)


def test_nationals_playoff_games_cannot_be_suspended(director_of):
    league = final(profile_key="purestrat_nationals@1")
    answer = director_of(league.tournament).post(address(league), stopped(league))
    assert "T33.0" in answer.content.decode()
    assert "playoff games can&#x27;t be suspended" in answer.content.decode()
    assert not Game.objects.exists()


def test_tournament_without_suspended_games_refuses_them_in_the_playoffs(director_of):
    league = final(suspended_games=False)
    answer = director_of(league.tournament).post(address(league), stopped(league))
    assert "this tournament has no suspended games" in answer.content.decode()
    assert not Game.objects.exists()


def test_playoff_game_cannot_end_in_a_tie(director_of):
    league = final()
    unplayed = {"version": "1", "save": "final", "ending-1": "not_finished"}
    answer = director_of(league.tournament).post(address(league), unplayed)
    assert "a playoff game can&#x27;t end in a tie" in answer.content.decode()
    assert not Game.objects.exists()
