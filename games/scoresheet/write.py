"""Write a series' games: check the required agreement, replace the rows, and update the tally.

Standings use only the tally. Every change to a series' games goes through this module.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils import timezone

from core.errors import Refused
from games.models import Game, Outing
from games.queries.official import next_series_started
from games.refusals import SaveRefusal
from games.scoresheet.rows import GAME_FIELDS, GameSheet, has_final, plain, was_played
from rules_engine.competition.bracket import BestOf
from rules_engine.competition.standings import FORFEITED_TO, GameScore, tally_games
from tournaments.models import Series
from tournaments.services.order_of_play import NO_PLACES, Places, keep_place
from tournaments.services.playoffs import update_bracket


@dataclass(frozen=True)
class ResultsChange:
    """Games that replace a series' stored games.

    Attributes:
        acting_team: The team whose manager makes the change, or None for staff.
        may_break_seal: Whether signed results can change, with a reason.
        places: Places in the order of play, to be restored by an undo (T10.2).
    """

    series: Series
    stored: Sequence[GameSheet]
    games: Sequence[GameSheet]
    acting_team: int | None = None
    may_break_seal: bool = False
    reason: str = ""
    places: Places = NO_PLACES

    @cached_property
    def before(self) -> list[dict[str, Any]]:
        return plain(self.stored)

    @cached_property
    def after(self) -> list[dict[str, Any]]:
        return plain(self.games)


# Guards are called within the transaction for every change. A guard raises Refused to block it, or returns sentences
# for the log. The pitching app can't be imported here, so weekend/undo_handlers.py registers its guard at startup.
seal_guards: list[Callable[[ResultsChange], list[str]]] = []


def write_results(change: ResultsChange) -> list[str]:
    """Write the games and the tally under a new version number, and advance the bracket.

    Returns:
        Sentences for the log about broken seals.

    Raises:
        Refused: The change lacks a required agreement.
    """
    broken_seals = _check_agreement(change)
    series = change.series
    games = change.games
    now = timezone.now()
    _replace_games(series, games, change.stored, now)
    update_tally(series, games)
    series.status = series_status(series, games)
    series.version += 1
    series.home_decided = series.home_decided or has_final(games)
    keep_place(
        series,
        has_games=bool(games),
        was_started=any(was_played(sheet) for sheet in games),
        now=now,
        earlier=change.places,
    )
    if series.status == Series.Status.COMPLETE:
        series.completed_at = series.completed_at or now
    else:
        series.completed_at = None
    series.save()
    if series.in_bracket:
        update_bracket(series.tournament, series.stage)
    return broken_seals


def _check_agreement(change: ResultsChange) -> list[str]:
    """Allow only staff to change official results, and run the guards for signed results (T0.06)."""
    final_before = [game for game in change.before if game["status"] == Game.Status.FINAL]
    remaining = [game for game in change.after if game in final_before]
    if change.acting_team is not None and remaining != final_before:
        next_series = next_series_started(change.series)
        if next_series is not None:
            raise Refused(
                SaveRefusal.OFFICIAL,
                "T0.06",
                round=next_series.round,
                away=next_series.away.name,
                home=next_series.home.name,
            )
    return [sentence for guard in seal_guards for sentence in guard(change)]


def _replace_games(
    series: Series,
    sheets: Sequence[GameSheet],
    stored: Sequence[GameSheet],
    now: datetime,
) -> None:
    """Replace the stored games. Games keep their rows, but appearances get new rows."""
    stored_games = {sheet.game.number: sheet.game for sheet in stored}
    if any(sheet.outings for sheet in stored):
        game_ids = [game.pk for game in stored_games.values()]
        Outing.objects.filter(game__in=game_ids).delete()
    removed = set(stored_games) - {sheet.game.number for sheet in sheets}
    if removed:
        Game.objects.filter(series=series, number__in=removed).delete()
    for game, _ in sheets:
        game.finished_at = None
        if game.status == Game.Status.FINAL:
            stored_game = stored_games.get(game.number)
            finished_at = stored_game.finished_at if stored_game is not None else None
            game.finished_at = finished_at or now
    Game.objects.bulk_create(
        [sheet.game for sheet in sheets],
        update_conflicts=True,
        unique_fields=["series", "number"],
        update_fields=[*GAME_FIELDS[1:], "finished_at"],
    )
    for sheet in sheets:
        for outing in sheet.outings:
            outing.game = sheet.game
    Outing.objects.bulk_create([outing for sheet in sheets for outing in sheet.outings])


def update_tally(series: Series, sheets: Sequence[GameSheet]) -> None:
    """Update the series columns that count its final games."""
    final_scores = [_game_score(series, sheet) for sheet in sheets if sheet.game.status == Game.Status.FINAL]
    tally = tally_games(series.home_id, series.away_id, final_scores)
    series.home_wins = tally.home_wins
    series.away_wins = tally.away_wins
    series.ties = tally.ties
    series.home_runs = tally.home_runs
    series.away_runs = tally.away_runs
    series.outcomes = tally.outcomes
    series.never_begun = tally.not_started
    series.margins = list(tally.margins)
    series.suspended = "".join(str(sheet.game.number) for sheet in sheets if sheet.game.status == Game.Status.SUSPENDED)


def _game_score(series: Series, sheet: GameSheet) -> GameScore:
    """Return the score with the runs of the series' home team first."""
    game = sheet.game
    if game.ending == Game.Ending.FORFEITED:
        return FORFEITED_TO["A" if game.conceded_by_id == series.home_id else "H"]
    return GameScore(
        _runs_of(game, series.home_id),
        _runs_of(game, series.away_id),
        game.ending == Game.Ending.NOT_FINISHED,
        was_played(sheet),
    )


def _runs_of(game: Game, team_id: int) -> int:
    runs = game.home_runs if game.home_id == team_id else game.away_runs
    return runs or 0


def series_status(series: Series, sheets: Sequence[GameSheet]) -> Series.Status:
    """Return the status of a series whose tally is current."""
    score = BestOf(series.games_planned, (series.home_wins, series.away_wins))
    is_decided = series.is_best_of and score.winner is not None
    if is_decided or len(series.outcomes) == series.games_planned:
        return Series.Status.COMPLETE
    # A playoff series doesn't start a game while a game is suspended (T33.0).
    is_on_hold = series.is_best_of and bool(series.suspended)
    if is_on_hold or len(series.outcomes + series.suspended) == series.games_planned:
        return Series.Status.SUSPENDED
    if sheets or series.is_started_by_hand:
        return Series.Status.PLAYING
    return Series.Status.SCHEDULED


def score_sentence(series: Series) -> str:
    """Return the tally as a sentence for the activity log."""
    score = f"{series.away} {series.away_wins}, {series.home} {series.home_wins}"
    if series.status == Series.Status.COMPLETE:
        return f"{series.round_title}: {score}."
    if series.outcomes:
        games = f"{len(series.outcomes)} of {series.games_planned} games"
        return f"{series.round_title}: {score} after {games}."
    return f"{series.round_title}: {series.away} at {series.home} is saved as a draft."
