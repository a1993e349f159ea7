"""Play the rest of a practice weekend, so that a director can practice any part."""

import random

from django.db import transaction

from rules_engine.rulings import Finding, refuse
from tournaments.models import Series, Tournament
from tournaments.queries.standings import standings_of
from tournaments.services.playoffs import start_playoffs
from tournaments.services.stages import move_stage
from weekend.practice.bullpen import NobodyMayStart
from weekend.practice.weekend import DIRECTOR, break_ties, play_best_ofs, play_round_robin, play_series

ROUND_ROBIN, TIE, CHAMPION = "round_robin", "tie", "champion"
UNTIL = (ROUND_ROBIN, TIE, CHAMPION)
_MOST_TRIES = 40
Stage = Tournament.Stage


class CannotPlayOn(ValueError):
    """Nothing more can be played here. The message says why."""


class PlayOnFinding(Finding):
    """Reasons why the program can't play on."""

    NOBODY_MAY_START = "A team has no pitcher left who may start its next game ({rule})."


def play_rest(dice: random.Random, tournament: Tournament, *, until: str) -> Tournament:
    """Play on to the end of the round robin, to a tie that asks for a play-off game, or to the champion.

    Signs what it plays. Series half entered by somebody are left to him: CannotPlayOn names them.
    """
    _refuse(tournament)
    try:
        return _play(dice, tournament, until)
    except NobodyMayStart:
        raise CannotPlayOn(str(refuse(PlayOnFinding.NOBODY_MAY_START, "T10.2"))) from None


def _play(dice: random.Random, tournament: Tournament, until: str) -> Tournament:
    if until == TIE:
        _play_to_a_tie(dice, tournament)
        return tournament
    play_round_robin(dice, tournament)
    return tournament if until == ROUND_ROBIN else _play_to_the_champion(dice, tournament)


def _refuse(tournament: Tournament) -> None:
    if not tournament.is_practice:
        raise CannotPlayOn(f"{tournament} is no practice tournament: its results are not invented.")
    if tournament.stage not in (Stage.ROUND_ROBIN, Stage.PLAYOFFS):
        raise CannotPlayOn(f"{tournament} is at {tournament.get_stage_display()}: there is nothing to play.")
    unfinished = (Series.Status.PLAYING, Series.Status.SUSPENDED)
    begun = tournament.series.filter(status__in=unfinished).select_related("home", "away").first()
    if begun is not None:
        raise CannotPlayOn(f"Round {begun.round}, {begun.away} at {begun.home} has begun: complete it by hand first.")


def _play_to_a_tie(dice: random.Random, tournament: Tournament) -> None:
    """Repeat the last round until two teams are tied for a place and need a tiebreaker game."""
    play_round_robin(dice, tournament, leave_last_round=True)
    for _ in range(_MOST_TRIES):
        with transaction.atomic():
            play_round_robin(dice, tournament)
            if any(need.kind == "playoff_game" for table in standings_of(tournament) for need in table.all_needs):
                return
            transaction.set_rollback(True)
    raise CannotPlayOn(
        f"The last round was played {_MOST_TRIES} times over, and no tie asked for a game. "
        "After series of an odd number of games head-to-head breaks nearly every tie."
    )


def _play_to_the_champion(dice: random.Random, tournament: Tournament) -> Tournament:
    if tournament.stage == Stage.ROUND_ROBIN:
        for game in tournament.series.filter(stage=Series.Stage.TIE_BREAK, status=Series.Status.SCHEDULED):
            play_series(dice, tournament, game)
        break_ties(dice, tournament)
        tournament = move_stage(tournament=tournament, actor=DIRECTOR, to=Stage.PLAYOFFS)
    if not tournament.series.filter(stage=Series.Stage.PLAYOFF).exists():
        start_playoffs(tournament=tournament, actor=DIRECTOR)
    play_best_ofs(dice, tournament)
    return tournament
