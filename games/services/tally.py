"""Puts checked games in place and rewrites the tally of their series, which is all that standings read."""

from collections.abc import Sequence

from django.utils import timezone

from games.home_games import wins_needed
from games.models import Game
from games.queries.stored import GameSheet, has_final
from games.services.report_checks import winner_of
from games.services.sheets import write_games
from tournaments.models import Series
from tournaments.services.best_ofs import carry_on_best_ofs


def put_in_place(series: Series, sheets: Sequence[GameSheet], stored: Sequence[GameSheet]) -> None:
    """Write the games and the series' tally, with a new version number; a best-of carries the bracket on."""
    now = timezone.now()
    write_games(series, sheets, stored, now)
    _tally(series, [sheet.game for sheet in sheets])
    series.version += 1
    series.home_decided = series.home_decided or has_final(sheets)
    if sheets and series.started_at is None:
        series.started_at = now
    series.completed_at = (series.completed_at or now) if series.status == Series.Status.COMPLETE else None
    series.save()
    if series.stage == Series.Stage.PLAYOFF:
        carry_on_best_ofs(series.tournament)


def _tally(series: Series, games: Sequence[Game]) -> None:
    """The series' own columns from its final games; H and A are its two teams, wherever a game was played."""
    final = [game for game in games if game.status == Game.Status.FINAL]
    letters = {series.home_id: "H", series.away_id: "A", None: "T"}
    series.outcomes = "".join(letters[winner_of(game)] for game in final)
    series.home_wins, series.away_wins, series.ties = (series.outcomes.count(letter) for letter in "HAT")
    series.margins = [_runs_of(game, series.home_id) - _runs_of(game, series.away_id) for game in final]
    series.home_runs = sum(_runs_of(game, series.home_id) for game in final)
    series.away_runs = sum(_runs_of(game, series.away_id) for game in final)
    needed = wins_needed(series)
    decided = needed is not None and max(series.home_wins, series.away_wins) >= needed
    if decided or len(final) == series.games_planned:
        series.status = Series.Status.COMPLETE
    else:
        series.status = Series.Status.PLAYING if games else Series.Status.SCHEDULED


def _runs_of(game: Game, team_id: int) -> int:
    return (game.home_runs if game.home_id == team_id else game.away_runs) or 0
