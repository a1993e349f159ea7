"""Test T33.0's special provisions for the Nationals, which decide which suspended games must be finished."""

import pytest
from django.test import Client

from games.models import Game, Suspension
from games.queries.suspended_games import read_suspended_games
from games.refusals import SuspensionRefusal
from games.scoresheet.entries import GameEntry
from games.services.suspended import agree_to_finish
from rules_engine.eligibility.suspended_games import SuspensionFinding
from rules_engine.profile import load_profile, text_of, with_lines
from tests.edition_scenes.scene import words
from tests.games.building import DESK, League
from tests.pdf_reading import pages_of
from tests.refusing import refuses
from tournaments.models import Action, Series
from tournaments.services.undo import undo_action

pytestmark = pytest.mark.django_db

NATIONALS = "purestrat_nationals@1"
FIRST_DAY = 2


def nationals() -> str:
    return text_of(with_lines(load_profile(NATIONALS), {"game.rounds_on_first_day": FIRST_DAY}, "Friday"))


def stopped_in_round(number: int, *, advance: int = 2, qualified: str = "", out: str = "") -> League:
    """Suspend the Sharks' game with the Bears. The Comets and Drakes play `qualified` and `out` games against both."""
    league = League(
        teams=4,
        rounds=1,
        profile_key=NATIONALS,
        profile_text=nationals(),
        stage="round_robin",
        advance_per_division=advance,
    )
    sharks, bears, comets, drakes = (side.team for side in league.sides)
    Series.objects.update(round=number)
    for home, away, outcomes in ((sharks, comets, qualified), (sharks, drakes, qualified), (bears, comets, out)):
        _played(league, number, home, away, outcomes)
    _played(league, number, bears, drakes, out)
    league.save([GameEntry(1, home_runs=1, away_runs=0, innings=6, ending="suspended", outings=_outings(league))])
    Series.objects.filter(pk=league.series[0].pk).update(games_planned=1)
    return league


def _outings(league: League) -> tuple:
    return league.sharks.start(1, "6.0"), league.bears.start(1, "5.0")


def _played(league: League, number: int, home, away, outcomes: str) -> None:
    Series.objects.create(
        tournament=league.tournament,
        division=league.division,
        round=number,
        home=home,
        away=away,
        games_planned=len(outcomes),
        home_decided=True,
        status=Series.Status.COMPLETE,
        outcomes=outcomes,
        home_wins=outcomes.count("H"),
        away_wins=outcomes.count("A"),
    )


def the_game(league: League):
    (suspended,) = read_suspended_games(league.tournament).games
    return suspended


def address_of(league: League) -> str:
    return f"/t/{league.tournament.slug}/suspended/{the_game(league).game.pk}/"


def test_t33_0_suspended_games_from_the_last_day_1_round_are_finished_that_day(client: Client):
    league = stopped_in_round(FIRST_DAY, qualified="AA", out="AA")
    page = words(client.get(address_of(league)))
    assert "must be finished Games from the first day are made up that day, end of day 1" in page
    league = stopped_in_round(FIRST_DAY + 1, qualified="AA", out="AA")
    page = words(client.get(address_of(league)))
    assert "may end in a tie Neither team has a chance to advance" in page
    assert "first day" not in page


def test_t33_0_game_of_a_qualified_team_must_be_finished(client: Client):
    league = stopped_in_round(3, advance=1, qualified="HHH", out="AAA")
    done = the_game(league).completion
    assert (done.must, done.ruling.finding) == (True, SuspensionFinding.ADVANCES)
    page = words(client.get(address_of(league)))
    assert "must be finished Sharks is advancing." in page
    assert "Bears is out:" in page
    (paper,) = pages_of(client.get(address_of(league).removesuffix("/") + ".pdf").content)
    assert "It must be finished: Sharks is advancing." in " ".join(paper.split())


def test_t33_0_game_of_a_team_with_a_chance_must_be_finished(client: Client):
    league = stopped_in_round(3, advance=3, qualified="AA", out="AA")
    page = words(client.get(f"/t/{league.tournament.slug}/suspended/"))
    assert "yes Bears and Sharks have a chance to advance" in page
    assert "Bears advances if it wins 1 of the remaining game" in words(client.get(address_of(league)))


def test_t33_0_both_teams_have_a_chance_before_standings_decide():
    league = League(
        teams=2, rounds=3, profile_key=NATIONALS, profile_text=nationals(), stage="round_robin", advance_per_division=1
    )
    Series.objects.filter(pk=league.series[0].pk).update(round=3)
    league.save([GameEntry(1, home_runs=1, away_runs=0, innings=6, ending="suspended", outings=_outings(league))])
    assert the_game(league).completion.ruling.finding is SuspensionFinding.BOTH_HAVE_A_CHANCE


def test_t33_0_volunteer_replaces_a_missing_manager(client: Client):
    league = stopped_in_round(3, advance=1, qualified="HHH", out="AAA")
    assert "volunteer" not in words(client.get(address_of(league)))
    league.bears.team.is_absent = True
    league.bears.team.save()
    page = words(client.get(address_of(league)))
    assert "The Bears manager is missing. A volunteer designated by the Tournament Director will play" in page
    assert "volunteer designated" in words(client.get(f"/t/{league.tournament.slug}/suspended/"))


def test_t33_0_both_managers_agree_to_finish_a_meaningless_game(manager_of, director_of, client: Client):
    league = stopped_in_round(3, qualified="AA", out="AA")
    address, sharks, bears = address_of(league), league.sharks.team, league.bears.team
    assert not the_game(league).completion.ruling
    own = manager_of(sharks)
    page = words(own.post(f"{address}agree/", {"team": sharks.pk}, follow=True))
    assert "Sharks agrees" in page
    assert "Bears has not agreed" in page
    assert not the_game(league).completion.ruling, "both managers must agree"
    assert own.post(f"{address}agree/", {"team": bears.pk}).status_code == 400
    assert client.post(f"{address}agree/", {"team": bears.pk}).status_code in (302, 403)
    page = words(manager_of(bears).post(f"{address}agree/", {"team": bears.pk}, follow=True))
    done = the_game(league).completion
    assert (done.must, done.ruling.allowed, done.ruling.finding) == (False, True, SuspensionFinding.BOTH_AGREE)
    assert "Both managers agree to finish it" in page
    undo_action(action=Action.objects.get(verb="agree_to_finish", sentence__startswith="Bears"), actor=DESK)
    assert not Suspension.objects.get().home_agrees or not Suspension.objects.get().away_agrees
    director_of(league.tournament).post(f"{address}agree/", {"team": bears.pk})
    assert the_game(league).completion.ruling
    own.post(f"{address}agree/", {"team": sharks.pk, "agrees": "no"})
    assert not the_game(league).completion.ruling


def test_finished_game_needs_no_agreement():
    league = stopped_in_round(3, qualified="AA", out="AA")
    game = the_game(league).game
    Game.objects.update(status=Game.Status.FINAL)
    with refuses(SuspensionRefusal.NOT_SUSPENDED):
        agree_to_finish(game=game, team=league.sharks.team, actor=DESK)


def test_t33_0_managers_agree_on_the_same_page_in_other_tournaments(manager_of):
    league = stopped_in_round(3, qualified="AA", out="AA")
    league.tournament.profile_key = "purestrat@1"
    league.tournament.profile_text = text_of(load_profile("purestrat@1"))
    league.tournament.save()
    address = address_of(league)
    assert "It doesn't affect who advances, so it is finished only if both managers agree" in words(
        manager_of(league.bears.team).get(address)
    )
    for team in (league.sharks.team, league.bears.team):
        manager_of(team).post(f"{address}agree/", {"team": team.pk})
    assert the_game(league).completion.ruling.finding is SuspensionFinding.BOTH_AGREE
