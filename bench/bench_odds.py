"""Odds to advance and to win it all, by the worker: the games of the drafted teams, then the rest of the season."""

from collections.abc import Iterator
from math import sqrt
from statistics import fmean

from django.utils import timezone

from bench.figure import Figure, cpu_seconds
from bench.weekend import weekend_of_fourteen
from tournaments.models import Odds, Tournament
from weekend.season_plays import play_of
from weekend.services.odds import ask_for_odds, claim_odds
from weekend.services.odds_worked_out import work_out


def figures() -> Iterator[Figure]:
    tournament = weekend_of_fourteen("round_robin")
    game = tournament.profile.game
    play_of(game.system).season(game.edition, "1998")  # kept from the first game of any installation on
    title = "odds of 14 teams, 1,000 seasons"
    yield Figure(f"{title}, with the games for their strengths", cpu_seconds(lambda: _worked_out(tournament)), "s", 10)
    yield Figure(f"{title}, standard error of a chance", _usual_error(tournament), "points", 3)
    yield Figure(f"{title}, while the teams are the same", cpu_seconds(lambda: _worked_out(tournament)), "s", 1)


def _worked_out(tournament: Tournament) -> None:
    odds = claim_odds(ask_for_odds(tournament=tournament).pk, timezone.now())
    if odds is None:
        raise RuntimeError("somebody else has the odds")
    work_out(odds)
    odds.refresh_from_db()
    if odds.state != Odds.State.DONE:
        raise RuntimeError(odds.fault)


def _usual_error(tournament: Tournament) -> float:
    """Of all chances to advance and to win it all: the root of their mean square, for one alone is known badly."""
    shares = Odds.objects.get(tournament=tournament).shares.values()
    squares = [error**2 for _, advance, _, win in shares for error in (advance, win)]
    return 100 * float(sqrt(fmean(squares)))
