"""T33.0: Test the question about a finished game that is marked as suspended, and that a mistake leaves no trace."""

import pytest
from django.urls import reverse

from games.models import Game, Outing
from games.scoresheet.check import LooksFinished
from games.scoresheet.entries import GameEntry
from tests.games.building import League, complete_games, won_by_home
from tests.markup import as_single_line
from tournaments.models import Action

pytestmark = pytest.mark.django_db
MARK = "suspended and finished later"


@pytest.fixture
def league():
    return League()


def address(league, name="enter_series"):
    return reverse(name, args=[league.tournament.slug, league.series[0].pk])


def grid(league, ending="suspended", version=1, **more):
    """Return the grid's fields for game 1, which the Sharks win 6-1 at home in nine full innings."""
    sharks, bears = league.sharks, league.bears
    return {
        "version": str(version),
        "save": "final",
        f"runs-1-{sharks.team.pk}": "6",
        f"runs-1-{bears.team.pk}": "1",
        "innings-1": "9",
        "ending-1": ending,
        f"p-1-{sharks.team.pk}-{sharks.starters[0].pk}": "s9.0",
        f"p-1-{bears.team.pk}-{bears.starters[0].pk}": "s8.0",
        **more,
    }


def stopped(league, number=1, **more):
    """Return a game that was tied after six innings, with any of these changes."""
    outings = (league.sharks.start(number, "6.0"), league.bears.start(number, "6.0"))
    return GameEntry(
        number, **{"home_runs": 1, "away_runs": 1, "innings": 6, "ending": "suspended", "outings": outings, **more}
    )


def finished(league, number=1, **more):
    home = [league.sharks.start(number, "9.0")]
    return won_by_home(number, home, [league.bears.start(number, "8.0")], **more)


@pytest.mark.parametrize("save", ["final", "keep"])
def test_finished_looking_game_needs_confirmation_to_be_suspended(league, manager_of, save):
    client = manager_of(league.sharks.team)
    answer = client.post(address(league), grid(league, save=save))
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "game 1 is marked suspended, yet Bears 1, Sharks 6 in 9 innings is a finished game" in page
    assert 'name="is_finished" value="1">Mark as final</button>' in as_single_line(page)
    assert 'name="confirm_suspended" value="1">Mark as suspended</button>' in as_single_line(page)
    assert f'<input type="hidden" name="save" value="{save}" form="results">' in as_single_line(page)
    assert not Game.objects.exists()


def test_choosing_final_saves_the_game_as_final(league, manager_of):
    client = manager_of(league.sharks.team)
    client.post(address(league), grid(league, is_finished="1"))
    game = Game.objects.get()
    assert (game.status, game.ending, game.home_resumed_after) == ("final", "played_out", None)
    assert MARK not in client.get(address(league, "series")).content.decode()


def test_suspension_is_confirmed_once(league, manager_of):
    client = manager_of(league.sharks.team)
    client.post(address(league), grid(league, confirm_suspended="1"))
    assert Game.objects.get().status == "suspended"
    response = client.post(address(league), grid(league, version=2, **{"innings-2": "1", "save": "keep"}))
    assert response.status_code == 302


def test_each_finished_looking_game_needs_its_own_confirmation(league):
    games = [stopped(league, 1, home_runs=2, innings=9, outings=finished(league).outings)]
    games.append(
        GameEntry(2, 2, 1, 9, "suspended", outings=(league.bears.start(2, "9.0"), league.sharks.start(2, "8.0")))
    )
    with pytest.raises(LooksFinished, match="game 1 is marked"):
        league.save(games)
    with pytest.raises(LooksFinished, match="game 2 is marked"):
        league.save(games, confirm_suspended=[1])
    league.save(games, confirm_suspended=[1, 2])


@pytest.mark.parametrize(
    ("score", "innings", "home", "away"),
    [
        ({}, 6, "6.0", "6.0"),  # tied
        ({"home_runs": 2}, 6, "6.0", "6.0"),  # ahead, but before nine innings
        ({"away_runs": 2}, 9, "9.0", "8.1"),  # the home team can still win
        ({"home_runs": 2}, 9, "8.2", "8.0"),  # the visitors are at bat
    ],
)
def test_unfinished_game_is_suspended_without_confirmation(league, score, innings, home, away):
    outings = (league.sharks.start(1, home), league.bears.start(1, away))
    league.save([stopped(league, innings=innings, outings=outings, **score)])
    assert Game.objects.get().status == "suspended"


def test_api_requires_confirm_suspended_for_a_finished_looking_game(league, manager_of):
    client = manager_of(league.sharks.team)
    where = reverse("api_results", args=[league.tournament.slug, league.series[0].pk])
    sharks, bears = league.sharks, league.bears
    outings = [
        {"team": sharks.team.pk, "card": sharks.starters[0].pk, "innings": "9.0", "starts": True},
        {"team": bears.team.pk, "card": bears.starters[0].pk, "innings": "8.0", "starts": True},
    ]
    game = {"number": 1, "home_runs": 6, "away_runs": 1, "innings": 9, "ending": "suspended", "outings": outings}
    sent = {"version": 1, "complete": True, "games": [game]}
    refused = client.put(where, sent, content_type="application/json")
    assert refused.status_code == 400
    assert refused.json()["field"] == "confirm_suspended"
    assert refused.json()["rule"] == "T33.0"
    assert "Enter it as final, or confirm that it was suspended." in refused.json()["detail"]
    assert client.put(where, sent | {"confirm_suspended": [1]}, content_type="application/json").status_code == 200
    assert Game.objects.get().status == "suspended"

    corrected = game | {"ending": "played_out"}
    answer = client.put(where, sent | {"version": 2, "games": [corrected]}, content_type="application/json")
    assert [game["resumed"] for game in answer.json()["games"]] == [False]


def test_correction_without_play_in_between_removes_the_suspension(league, manager_of):
    client = manager_of(league.sharks.team)
    client.post(address(league), grid(league, confirm_suspended="1"))
    client.post(address(league), grid(league, "played_out", version=2))
    game = Game.objects.get()
    assert (game.status, game.home_resumed_after, game.away_resumed_after) == ("final", None, None)
    assert not Outing.objects.exclude(outs_before_suspension=None).exists()
    for name in ("series", "enter_series"):
        page = client.get(address(league, name)).content.decode()
        assert MARK not in page
        assert "never suspended" not in page
    assert [games["status"] for games in Action.objects.latest("pk").before["games"]] == ["suspended"]


def test_resumed_game_stays_marked_as_suspended(league, manager_of):
    league.save([stopped(league)])
    league.save([finished(league)])
    game = Game.objects.get()
    assert game.home_resumed_after == 1
    assert sorted(Outing.objects.values_list("outs_before_suspension", flat=True)) == [18, 18]
    assert MARK in manager_of(league.sharks.team).get(address(league, "series")).content.decode()


def test_suspended_game_ending_on_the_next_play_stays_marked(league):
    outings = (league.sharks.start(1, "9.0"), league.bears.start(1, "8.0"))
    league.save([stopped(league, innings=9, outings=outings)])
    league.save([finished(league, home_runs=2, away_runs=1)])
    assert Game.objects.get().home_resumed_after == 1


def test_suspended_game_saved_in_part_and_then_finished_stays_marked(league):
    league.save([stopped(league)])
    league.save([stopped(league, ending="played_out")], complete=False)
    league.save([finished(league)])
    assert Game.objects.get().home_resumed_after == 1


def test_suspended_game_conceded_later_stays_marked(league):
    league.save([stopped(league, home_runs=5)])
    league.save([stopped(league, home_runs=11, ending="conceded", conceded_by=league.bears.team.pk)])
    assert Game.objects.get().home_resumed_after == 1


def test_scorer_can_mark_a_game_as_never_suspended(league, manager_of, director_of):
    """The game was marked by mistake and later finished. Only the scorer knows, and can correct it even later."""
    league.save([stopped(league)])
    client = manager_of(league.sharks.team)
    assert 'name="never-1"' in client.get(address(league)).content.decode()
    client.post(address(league), grid(league, "played_out", version=2))
    assert MARK in client.get(address(league, "series")).content.decode()

    assert 'name="never-1"' in client.get(address(league)).content.decode()
    client.post(address(league), grid(league, "played_out", version=3, **{"never-1": "1"}))
    assert MARK not in client.get(address(league, "series")).content.decode()
    assert Game.objects.get().home_resumed_after is None
    assert not Outing.objects.exclude(outs_before_suspension=None).exists()
    assert 'name="never-1"' not in director_of(league.tournament).get(address(league)).content.decode()


def test_never_suspended_overrides_a_suspended_ending(league, manager_of):
    league.save([stopped(league)])
    manager_of(league.sharks.team).post(address(league), grid(league, version=2, **{"never-1": "1"}))
    assert (Game.objects.get().status, Game.objects.get().home_resumed_after) == ("final", None)


def test_correction_does_not_change_other_games(league):
    games = complete_games(league, league.series[0])
    league.save([*games[:1], stopped(league, 2, outings=(league.bears.start(2, "6.0"), league.sharks.start(2, "6.0")))])
    league.save(games[:2])
    league.save([won_by_home(1, games[0].outings[:1], games[0].outings[1:], home_runs=4), games[1]])
    assert dict(Game.objects.values_list("number", "home_resumed_after")) == {1: None, 2: 2}
