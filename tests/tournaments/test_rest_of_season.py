"""Test that simulating a tournament's remaining games leaves certain outcomes unchanged and matches exact odds."""

import pytest

from rules_engine.odds.strengths import Score
from tests.factories import DivisionFactory, SeriesFactory, TeamFactory, TournamentFactory
from tests.tournaments.test_standings import play
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Series
from tournaments.queries.rest_of_season import TeamOdds, rest_of_season, simulate_rest
from tournaments.services.playoffs import start_playoffs

pytestmark = pytest.mark.django_db
WON, LOST = Score(6, 3), Score(3, 6)


@pytest.fixture
def tournament():
    return TournamentFactory(advance_per_division=1, best_of="1", stage="round_robin")


def odds(tournament, scores, seasons=2_000) -> dict[int, TeamOdds]:
    worked_out = simulate_rest(rest_of_season(tournament), scores, seasons, 3, lambda done: True)
    return {row.team: row for row in worked_out}


def near(share: float, error: float = 0.03) -> object:
    return pytest.approx(share, abs=error)


def test_unbeaten_team_has_clinched(tournament):
    division = DivisionFactory(tournament=tournament, position=1)
    best, second, last = (TeamFactory(division=division, slot=slot) for slot in (1, 2, 3))
    play(best, second, "HHH")
    play(best, last, "HHH")
    SeriesFactory(division=division, home=second, away=last, games_planned=3)
    now = odds(tournament, {})
    assert [tuple(now[team.pk].advance) for team in (best, second, last)] == [(1, 0), (0, 0), (0, 0)]
    assert now[best.pk].win.share == 1, "he qualifies alone"


def test_simulated_series_matches_the_exact_chance(tournament):
    """The team wins three of four games, so a best-of-three series is p*p*(3 - 2p)."""
    division = DivisionFactory(tournament=tournament, position=1)
    strong, weak = (TeamFactory(division=division, slot=slot) for slot in (1, 2))
    SeriesFactory(division=division, home=weak, away=strong, games_planned=3)
    now = odds(tournament, {(strong.pk, weak.pk): [WON] * 3000 + [LOST] * 1000})
    assert now[strong.pk].advance.share == near(0.75**2 * (3 - 1.5))
    assert now[strong.pk].advance.share + now[weak.pk].advance.share == pytest.approx(1)


def test_team_up_three_games_to_none_loses_only_four_in_a_row():
    tournament = TournamentFactory(advance_per_division=2, best_of="7", stage="round_robin")
    division = DivisionFactory(tournament=tournament, position=1)
    first, second = (TeamFactory(division=division, slot=slot) for slot in (1, 2))
    play(first, second, "HHH")
    start_playoffs(tournament=tournament, actor=PROGRAM)
    scores = {(first.pk, second.pk): [WON, LOST] * 1000}

    assert odds(tournament, scores)[first.pk].win.share == near(0.5)
    best_of = tournament.series.get(stage=Series.Stage.PLAYOFF)
    letter = "H" if best_of.home_id == first.pk else "A"
    Series.objects.filter(pk=best_of.pk).update(
        outcomes=letter * 3,
        home_wins=3 * (letter == "H"),
        away_wins=3 * (letter == "A"),
        status=Series.Status.PLAYING,
    )
    now = odds(tournament, scores)
    assert now[first.pk].win.share == near(1 - 0.5**4, 0.02)
    assert now[first.pk].advance.share == now[second.pk].advance.share == 1


def test_division_winners_meet_and_shares_add_up():
    tournament = TournamentFactory(advance_per_division=1, best_of="1", stage="round_robin")
    winners, scores = [], {}
    for position in (1, 2):
        division = DivisionFactory(tournament=tournament, position=position)
        teams = [TeamFactory(division=division, slot=slot) for slot in (1, 2, 3, 4)]
        for place, home in enumerate(teams):
            for away in teams[place + 1 :]:
                SeriesFactory(division=division, home=home, away=away, games_planned=3)
        winners.append(teams[0])
        scores |= {(teams[0].pk, rival.pk): [WON] * 60 + [LOST] * 30 for rival in teams[1:]}
        scores |= {(teams[1].pk, rival.pk): [WON] * 45 + [LOST] * 45 for rival in teams[2:]}
    now = odds(tournament, scores, seasons=1_000)
    assert sum(row.advance.share for row in now.values()) == pytest.approx(2)
    assert sum(row.win.share for row in now.values()) == pytest.approx(1)
    for winner in winners:
        assert now[winner.pk].advance.share > 0.5
        assert 0.005 < now[winner.pk].advance.error < 0.15


def test_fewer_games_increase_the_error(tournament):
    division = DivisionFactory(tournament=tournament, position=1)
    first_team, two = (TeamFactory(division=division, slot=slot) for slot in (1, 2))
    SeriesFactory(division=division, home=first_team, away=two, games_planned=3)
    few = {(first_team.pk, two.pk): [WON] * 10 + [LOST] * 8}
    many = {(first_team.pk, two.pk): [WON] * 10_000 + [LOST] * 8_000}
    assert odds(tournament, few)[first_team.pk].advance.error > 3 * odds(tournament, many)[first_team.pk].advance.error
    assert odds(tournament, few) == odds(tournament, few)


def test_simulation_stops_on_request(tournament):
    division = DivisionFactory(tournament=tournament, position=1)
    first_team, two = (TeamFactory(division=division, slot=slot) for slot in (1, 2))
    SeriesFactory(division=division, home=first_team, away=two, games_planned=3)
    heard = []

    def go_on(done):
        heard.append(done)
        return done < 200

    assert simulate_rest(rest_of_season(tournament), {}, 1_000, 3, go_on) is None
    assert heard == [100, 200]
