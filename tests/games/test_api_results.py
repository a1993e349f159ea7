"""Test results in the API: round trips, violations with their arithmetic, acceptance, and signed results."""

import json

import pytest
from django.test import Client

from games.models import Outing
from pitching.services.sign_off import sign_sheet
from tests.factories import AccessFactory, ManagerAccessFactory
from tests.games.building import DESK, League, complete_games, won_by_home
from tournaments.access.links import link_token
from tournaments.models import Series

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def league():
    """Create a league in which the Sharks' first reliever pitched 2.0 in game 1 and 1.1 in game 2."""
    league = League()
    sharks, bears = league.sharks, league.bears
    games = complete_games(league, league.series[0])
    games[0] = won_by_home(1, [sharks.start(1, "7.0"), sharks.relief(1, "2.0")], [bears.start(1, "8.0")])
    games[1] = won_by_home(2, [bears.start(2, "9.0")], [sharks.start(2, "6.2"), sharks.relief(1, "1.1")])
    league.save(games)
    return league


def caller(access):
    return Client(headers={"Authorization": f"Bearer {link_token(access)}"})


def address(league, number=0):
    return f"/api/v1/tournaments/{league.tournament.slug}/series/{league.series[number].pk}/results/"


def put(browser, league, number, games, **more):
    series = Series.objects.get(pk=league.series[number].pk)
    body = {"version": series.version, "complete": True, "games": games, **more}
    return browser.put(address(league, number), json.dumps(body), content_type="application/json")


def tired(league, **more):
    """Return game 1 of round 2, in which that reliever pitches 1.1 with 0.2 left."""
    sharks, bears = league.sharks, league.bears
    return {
        "number": 1,
        "home_runs": 3,
        "away_runs": 2,
        "innings": 9,
        "outings": [
            {"team": sharks.team.pk, "card": sharks.starters[3].pk, "innings": "7.2", "starts": True},
            {"team": sharks.team.pk, "card": sharks.relievers[0].pk, "innings": "1.1", **more},
            {"team": bears.team.pk, "card": bears.starters[3].pk, "innings": "8.0", "starts": True},
        ],
    }


def test_unknown_nested_fields_are_reported(league):
    game = tired(league) | {"runz": 1}
    game["outings"][0] |= {"inings": "1.0", "pitcher": "as read"}
    refused = put(caller(AccessFactory(tournament=league.tournament)), league, 1, [game], shoe=9).json()
    assert [(fault["field"], fault["code"]) for fault in refused["faults"]] == [
        ("games.0.outings.0.inings", "unknown"), ("games.0.runz", "unknown"), ("shoe", "unknown"),
    ]  # fmt: skip


def test_document_round_trips(league):
    staff = caller(AccessFactory(tournament=league.tournament))
    games = staff.get(address(league)).json()["games"]
    assert put(staff, league, 0, games).json()["changed"] is False


def as_entry(game):
    """Return a game from a response as a request body."""
    names = (
        "number",
        "home_runs",
        "away_runs",
        "innings",
        "ending",
        "conceded_by",
        "home_line",
        "away_line",
        "footnote",
    )
    outing = ("team", "card", "innings", "starts", "runs", "extra_outs", "injured", "footnote")
    entry = {name: game[name] for name in names}
    return entry | {"outings": [{name: outing_body[name] for name in outing} for outing_body in game["outings"]]}


def test_resending_unchanged_results_changes_nothing(league):
    director = caller(AccessFactory(tournament=league.tournament))
    read = director.get(address(league)).json()
    assert [outing["innings"] for outing in read["games"][0]["outings"]] == ["7.0", "2.0", "8.0"]
    answer = put(director, league, 0, [as_entry(game) for game in read["games"]])
    assert answer.status_code == 200, answer.content
    assert answer.json()["changed"] is False
    assert director.get(address(league)).json() == read


def test_t10_2_violation_includes_rule_field_arithmetic_and_acceptor(league):
    own = caller(ManagerAccessFactory(team=league.sharks.team))
    answer = put(own, league, 1, [tired(league)])
    assert answer.status_code == 400
    assert answer.json()["rule"] == "T10.2"
    (violation,) = answer.json()["violations"]
    assert violation["detail"] == "pitched 1.1, 0.2 too many: 2.0 + 1.1 = 3.1 in games 1-3 leaves 0.2 of 4.0"
    assert (violation["game"], violation["field"], violation["may_accept"]) == (1, "outing", "opponent")
    assert (violation["team"], violation["card"]) == (league.sharks.team.pk, league.sharks.relievers[0].pk)
    assert Series.objects.get(pk=league.series[1].pk).outcomes == ""


def test_t31_1_triple_play_may_exceed_the_limit_by_two_outs_but_not_three(league):
    own = caller(ManagerAccessFactory(team=league.sharks.team))
    refused = put(own, league, 1, [tired(league, extra_outs=3)])
    assert refused.status_code == 400
    assert "extra_outs" in refused.content.decode()
    saved = put(own, league, 1, [tired(league, extra_outs=2)])
    assert saved.status_code == 200, saved.content
    assert saved.json()["games"][0]["outings"][1]["extra_outs"] == 2


def test_t31_2_opponent_but_not_the_team_can_accept_with_a_footnote(league):
    game = tired(league, accept=True, footnote="He came in by mistake; we play on.")
    own = caller(ManagerAccessFactory(team=league.sharks.team))
    assert put(own, league, 1, [game]).status_code == 400
    opponent = caller(ManagerAccessFactory(team=league.bears.team))
    accepted = put(opponent, league, 1, [game])
    assert accepted.status_code == 200, accepted.content
    outing = accepted.json()["games"][0]["outings"][1]
    assert (outing["accepted_rule"], outing["accepted_by"]) == ("T10.2", "Bears")


def test_t0_06_only_the_director_changes_signed_results_with_a_reason(league):
    for team in (league.sharks.team, league.bears.team):
        sign_sheet(series=league.series[0], sheet_of=team, actor=DESK)
    games = [as_entry(game) for game in Client().get(address(league)).json()["games"]]
    games[0]["home_runs"] = 5
    manager = caller(ManagerAccessFactory(team=league.sharks.team))
    assert put(manager, league, 0, games).json()["rule"] == "T0.06"
    director = caller(AccessFactory(tournament=league.tournament))
    assert put(director, league, 0, games).json()["field"] == "reason"
    assert put(director, league, 0, games, reason="The card said 5.").status_code == 200
    signatures = Client().get(f"/api/v1/tournaments/{league.tournament.slug}/signatures/?stands=false").json()
    assert {signature["broken_reason"] for signature in signatures["results"]} == {"The card said 5."}


@pytest.mark.parametrize("innings", ["1.3", "-1", "1,3", "", "99.1", "nine", 1.2, 5, None, ["1.2"]])
def test_invalid_innings_are_refused_by_field_and_nothing_is_saved(league, innings):
    game = tired(league)
    game["outings"][1]["innings"] = innings
    director = caller(AccessFactory(tournament=league.tournament))
    answer = put(director, league, 1, [game], complete=False)
    assert answer.status_code == 400
    assert answer.json()["field"] == "games.0.outings.1.innings"
    assert not Outing.objects.filter(game__series=league.series[1]).exists()


def test_rejects_an_unrelated_conceding_team_and_a_duplicate_game(league):
    director = caller(AccessFactory(tournament=league.tournament))
    stranger = {"number": 1, "ending": "conceded", "conceded_by": 10**9}
    answer = put(director, league, 1, [stranger], complete=False)
    assert (answer.status_code, answer.json()["rule"]) == (400, "T0.05")
    twice = put(director, league, 1, [{"number": 1, "home_runs": 1}, {"number": 1, "home_runs": 2}], complete=False)
    assert (twice.status_code, twice.json()["field"]) == (400, "games")
    assert not Series.objects.get(pk=league.series[1].pk).games.exists()


def test_partial_games_are_saved_but_do_not_count(league):
    director = caller(AccessFactory(tournament=league.tournament))
    response = put(director, league, 1, [{"number": 1, "home_runs": 2}], complete=False)
    assert response.status_code == 200, response.content
    assert [(game["status"], game["home_runs"]) for game in response.json()["games"]] == [("draft", 2)]
    assert response.json()["series"]["outcomes"] == ""


def test_t10_2_runs_allowed_are_checked_and_missing_runs_are_reported(league):
    director = caller(AccessFactory(tournament=league.tournament))

    def early(**more):
        game = tired(league) | {"home_runs": 7, "away_runs": 5}
        start, relief, _ = game["outings"]
        start |= {"innings": "4.0", **more}
        relief |= {"card": league.sharks.relievers[1].pk, "innings": "3.0"}
        game["outings"].append({**relief, "card": league.sharks.relievers[2].pk, "innings": "2.0"})
        return game

    check = address(league, 1) + "check/"
    (note,) = director.post(check, {"games": [early()], "complete": True}, "application/json").json()["notes"]
    assert "his own runs are not entered: allowed if 4 of the game's 5 runs were his" in note["detail"]
    refused = put(director, league, 1, [early(runs=3)])
    assert refused.json()["violations"][0]["detail"].endswith(
        "left after 4.0 and 3 runs: needs 5.0 or 4 runs, unless injured"
    )
    saved = put(director, league, 1, [early(runs=4)])
    assert [outing["runs"] for outing in saved.json()["games"][0]["outings"]].count(4) == 1
    assert director.post(check, {"games": [early(runs=4)]}, "application/json").json()["notes"] == []


def test_omitted_innings_default_to_nine_or_the_innings_pitched():
    league = League()
    series = league.series[0]
    director = AccessFactory(tournament=league.tournament)
    client = Client(headers={"Authorization": f"Bearer {link_token(director)}"})
    address = f"/api/v1/tournaments/{league.tournament.slug}/series/{series.pk}/results/"
    body = {"version": series.version, "games": [{"number": 1, "home_runs": 3, "away_runs": 2}]}
    saved = client.put(address, body, content_type="application/json")
    assert saved.json()["games"][0]["innings"] == 9
