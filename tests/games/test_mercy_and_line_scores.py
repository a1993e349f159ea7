"""Test the mercy rule for every ending (T0.04) on the results page, and innings pitched that match the line score."""

import pytest
from django.urls import reverse

from games.models import Game
from tests.games.building import League

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    return League()


@pytest.fixture
def director(league, director_of):
    return director_of(league.tournament)


def enter(league, client, *, sharks, bears, runs, **more):
    """Enter game 1 with the Sharks at home: both starters' innings and the (Bears, Sharks) runs."""
    teams = ((league.bears, bears, runs[0]), (league.sharks, sharks, runs[1]))
    fields = {"version": "1", "save": "final", "innings-1": "9", "ending-1": "played_out"}
    for side, innings, scored in teams:
        card = side.starters[0].pk
        fields |= {f"runs-1-{side.team.pk}": str(scored), f"p-1-{side.team.pk}-{card}": f"s{innings}"}
    address = reverse("enter_series", args=[league.tournament.slug, league.series[0].pk])
    return client.post(address, fields | {name.replace("_", "-"): value for name, value in more.items()})


def line_scores(league, bears, sharks):
    return {f"line-1-{league.bears.team.pk}": bears, f"line-1-{league.sharks.team.pk}": sharks}


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (
            {"sharks": "6.0", "bears": "6.0", "runs": (1, 12), "innings_1": "6", "ending_1": "suspended"},
            "lead of 11 after inning 6: the mercy rule ended the game",
        ),
        (
            {"sharks": "6.0", "bears": "6.0", "runs": (12, 1), "innings_1": "6", "ending_1": "suspended"},
            "lead of 11 after inning 6: the mercy rule ended the game",
        ),
        (
            {"sharks": "9.0", "bears": "8.0", "runs": (2, 14)},
            "home led by at least 12 after inning 8: the mercy rule ended the game",
        ),
        (
            {"sharks": "7.0", "bears": "6.0", "runs": (0, 11), "innings_1": "7", "ending_1": "mercy"},
            "home led by at least 11 after inning 6: the mercy rule ended the game",
        ),
    ],
)
def test_t0_04_game_that_should_have_ended_by_mercy_is_refused(league, director, entry, sentence):
    page = enter(league, director, **entry)
    assert page.status_code == 400
    assert sentence in page.content.decode()
    assert not Game.objects.exists()


def test_t0_04_director_can_record_a_tie_only_without_a_mercy_lead(league, director):
    stopped = {"sharks": "6.0", "bears": "6.0", "innings_1": "6", "ending_1": "not_finished"}
    assert enter(league, director, runs=(1, 12), **stopped).status_code == 400
    assert enter(league, director, runs=(1, 10), **stopped).status_code == 302


def test_t0_04_no_pitcher_is_charged_with_outs_after_mercy(league, director):
    ended = {"sharks": "8.0", "bears": "8.0", "innings_1": "8", "ending_1": "mercy"}
    assert enter(league, director, runs=(2, 14), **ended).status_code == 302
    assert list(Game.objects.get().outings.values_list("outs", flat=True)) == [24, 24]


@pytest.mark.parametrize(("bears", "answer"), [("8.0", 302), ("8.1", 400), ("8.2", 400)])
def test_visitors_pitch_eight_innings_if_home_bats_in_eight(league, director, bears, answer):
    lines = line_scores(league, "002000000", "30000000")
    assert enter(league, director, sharks="9.0", bears=bears, runs=(2, 3), **lines).status_code == answer


@pytest.mark.parametrize(
    ("home_line", "bears", "answer"),
    [("3 3 3 3", "5.0", 400), ("6 6 0 0", "4.0", 302), ("6 0 0 0 6", "5.0", 302), ("6 0 0 0 6", "4.0", 400)],
)
def test_mercy_game_must_match_its_line_score(league, director, home_line, bears, answer):
    entry = {"innings_1": "5", "ending_1": "mercy", **line_scores(league, "0 0 0 0 1", home_line)}
    assert enter(league, director, sharks="5.0", bears=bears, runs=(1, 12), **entry).status_code == answer
