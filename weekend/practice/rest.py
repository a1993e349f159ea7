"""Play the rest of a practice weekend, so that a director can practice any part of it."""

import random
from collections.abc import Callable, Mapping, Sequence

from games.scoresheet.entries import GameEntry
from rules_engine.competition.standings import GameScore, SeriesTally, tally_games
from rules_engine.rulings import Finding, refuse
from tournaments.models import Series, Tournament
from tournaments.queries.standings import division_facts, tables_of
from tournaments.services.playoffs import start_playoffs
from weekend.practice.bullpen import NoStarterError
from weekend.practice.results import invent_series
from weekend.practice.weekend import (
    DIRECTOR,
    break_ties,
    decide_home,
    play_playoffs,
    play_round_robin,
    play_series,
    save_games,
)

ROUND_ROBIN = "round_robin"
TIE = "tie"
CHAMPION = "champion"
UNTIL = (ROUND_ROBIN, TIE, CHAMPION)
_MOST_TRIES = 40
Stage = Tournament.Stage
OnSeries = Callable[[Series], object]


class PlayRestError(ValueError):
    """The rest of the weekend can't be played. The message explains why."""


class PlayRestFinding(Finding):
    """Reasons why the program can't play the rest of a weekend."""

    NO_STARTER = "A team has no pitcher who may start its next game ({rule})."


def play_rest(
    dice: random.Random,
    tournament: Tournament,
    *,
    until: str,
    on_series: OnSeries = lambda series: None,
) -> Tournament:
    """Play to the end of the round robin, to a tie that needs a tiebreaker game, or to the champion.

    The sheets for played series are signed. Each series is saved separately, so that others can save changes in the
    meantime. `on_series` is called after each one.

    Raises:
        PlayRestError: Someone has started to enter a series.
    """
    _check_playable(tournament)
    try:
        return _play(dice, tournament, until, on_series)
    except NoStarterError:
        raise PlayRestError(str(refuse(PlayRestFinding.NO_STARTER, "T10.2"))) from None


def _play(dice: random.Random, tournament: Tournament, until: str, on_series: OnSeries) -> Tournament:
    if until == TIE:
        _play_to_tie(dice, tournament, on_series)
        return tournament
    play_round_robin(dice, tournament, on_series=on_series)
    return tournament if until == ROUND_ROBIN else _play_to_champion(dice, tournament, on_series)


def _check_playable(tournament: Tournament) -> None:
    if not tournament.is_practice:
        raise PlayRestError(f"{tournament} is not a practice tournament, so Pennant can't make up its results.")
    if tournament.stage not in (Stage.ROUND_ROBIN, Stage.PLAYOFFS):
        raise PlayRestError(
            f"{tournament} is at the stage {tournament.get_stage_display()}, so there is nothing to play."
        )
    unfinished = (Series.Status.PLAYING, Series.Status.SUSPENDED)
    series = tournament.series.filter(status__in=unfinished).select_related("home", "away").first()
    if series is not None:
        matchup = f"{series.away} at {series.home} in round {series.round}"
        raise PlayRestError(f"{matchup} is in progress. Complete it by hand first.")


def _play_to_tie(dice: random.Random, tournament: Tournament, on_series: OnSeries) -> None:
    """Invent last rounds until two teams are tied for a place and need a tiebreaker game, then save that round."""
    play_round_robin(dice, tournament, leave_last_round=True, on_series=on_series)
    scheduled = tournament.series.filter(stage=Series.Stage.ROUND_ROBIN, status=Series.Status.SCHEDULED)
    last_round = [decide_home(dice, series) for series in scheduled.order_by("round", "table", "pk")]
    for _ in range(_MOST_TRIES):
        games = {series: invent_series(dice, tournament, series) for series in last_round}
        if _needs_tiebreaker_game(tournament, games):
            for series, entries in games.items():
                save_games(series, entries)
                on_series(series)
            return
    raise PlayRestError(
        f"The last round was played {_MOST_TRIES} times, and no tie needed a tiebreaker game. "
        "With an odd number of games in a series, head-to-head breaks nearly every tie."
    )


def _needs_tiebreaker_game(tournament: Tournament, games: Mapping[Series, Sequence[GameEntry]]) -> bool:
    """Return whether two teams would need a tiebreaker game after these games. Nothing is saved."""
    tallies = {series.pk: _tally(tournament, series, entries) for series, entries in games.items()}
    tables = tables_of(tournament, division_facts(tournament), lambda series, tally: tallies.get(series, tally))
    return any(need.kind == "playoff_game" for table in tables for need in table.all_needs)


def _tally(tournament: Tournament, series: Series, entries: Sequence[GameEntry]) -> SeriesTally:
    scores = []
    for entry in entries:
        home, _ = series.home_and_away(entry.number, tournament.home_pattern)
        home_runs, away_runs = entry.home_runs or 0, entry.away_runs or 0
        scores.append(GameScore(home_runs, away_runs) if home == series.home_id else GameScore(away_runs, home_runs))
    return tally_games(series.home_id, series.away_id, scores)


def _play_to_champion(dice: random.Random, tournament: Tournament, on_series: OnSeries) -> Tournament:
    if tournament.stage == Stage.ROUND_ROBIN:
        for game in tournament.series.filter(stage=Series.Stage.TIE_BREAK, status=Series.Status.SCHEDULED):
            play_series(dice, tournament, game)
            on_series(game)
        break_ties(dice, tournament)
    if not tournament.series.filter(stage=Series.Stage.PLAYOFF).exists():
        start_playoffs(tournament=tournament, actor=DIRECTOR)
        tournament.refresh_from_db()
    play_playoffs(dice, tournament, on_series=on_series)
    return tournament
