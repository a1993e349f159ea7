"""Play the rest of a practice weekend, so that a director can practice any part."""

import random

from django.db import transaction

from rules_engine.rulings import Finding, refuse
from tournaments.models import Series, Tournament
from tournaments.queries.standings import standings_of
from tournaments.services.playoffs import start_playoffs
from weekend.practice.bullpen import NoStarterError
from weekend.practice.weekend import DIRECTOR, break_ties, play_playoffs, play_round_robin, play_series

ROUND_ROBIN = "round_robin"
TIE = "tie"
CHAMPION = "champion"
UNTIL = (ROUND_ROBIN, TIE, CHAMPION)
_MOST_TRIES = 40
Stage = Tournament.Stage


class PlayRestError(ValueError):
    """The rest of the weekend can't be played. The message says why."""


class PlayRestFinding(Finding):
    """Reasons why the program can't play the rest of a weekend."""

    NO_STARTER = "A team has no pitcher who may start its next game ({rule})."


def play_rest(dice: random.Random, tournament: Tournament, *, until: str) -> Tournament:
    """Play to the end of the round robin, to a tie that needs a tiebreaker game, or to the champion.

    The sheets of played series are signed. Raises PlayRestError if someone has started to enter a series.
    """
    _check_playable(tournament)
    try:
        return _play(dice, tournament, until)
    except NoStarterError:
        raise PlayRestError(str(refuse(PlayRestFinding.NO_STARTER, "T10.2"))) from None


def _play(dice: random.Random, tournament: Tournament, until: str) -> Tournament:
    if until == TIE:
        _play_to_tie(dice, tournament)
        return tournament
    play_round_robin(dice, tournament)
    return tournament if until == ROUND_ROBIN else _play_to_champion(dice, tournament)


def _check_playable(tournament: Tournament) -> None:
    if not tournament.is_practice:
        raise PlayRestError(f"{tournament} is not a practice tournament, so its results can't be invented.")
    if tournament.stage not in (Stage.ROUND_ROBIN, Stage.PLAYOFFS):
        raise PlayRestError(f"{tournament} is at the stage {tournament.get_stage_display()}: there is nothing to play.")
    unfinished = (Series.Status.PLAYING, Series.Status.SUSPENDED)
    series = tournament.series.filter(status__in=unfinished).select_related("home", "away").first()
    if series is not None:
        matchup = f"{series.away} at {series.home} in round {series.round}"
        raise PlayRestError(f"{matchup} is in progress. Complete it by hand first.")


def _play_to_tie(dice: random.Random, tournament: Tournament) -> None:
    """Repeat the last round until two teams are tied for a place and need a tiebreaker game."""
    play_round_robin(dice, tournament, leave_last_round=True)
    for _ in range(_MOST_TRIES):
        with transaction.atomic():
            play_round_robin(dice, tournament)
            if any(need.kind == "playoff_game" for table in standings_of(tournament) for need in table.all_needs):
                return
            transaction.set_rollback(True)
    raise PlayRestError(
        f"The last round was played {_MOST_TRIES} times, and no tie needed a tiebreaker game. "
        "With an odd number of games in a series, head-to-head breaks nearly every tie."
    )


def _play_to_champion(dice: random.Random, tournament: Tournament) -> Tournament:
    if tournament.stage == Stage.ROUND_ROBIN:
        for game in tournament.series.filter(stage=Series.Stage.TIE_BREAK, status=Series.Status.SCHEDULED):
            play_series(dice, tournament, game)
        break_ties(dice, tournament)
    if not tournament.series.filter(stage=Series.Stage.PLAYOFF).exists():
        start_playoffs(tournament=tournament, actor=DIRECTOR)
    play_playoffs(dice, tournament)
    return tournament
