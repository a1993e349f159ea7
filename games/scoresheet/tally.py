"""Puts checked games in place and rewrites the tally of their series, which is all that standings read."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from games.home_games import wins_needed
from games.models import Game, Outing
from games.scoresheet.report import winner_of
from games.scoresheet.stored import GAME_FIELDS, GameSheet, has_final, is_begun
from tournaments.models import Series
from tournaments.services.best_ofs import carry_on_best_ofs


def put_in_place(series: Series, sheets: Sequence[GameSheet], stored: Sequence[GameSheet]) -> None:
    """Write the games and the series' tally, with a new version number; a best-of carries the bracket on."""
    now = timezone.now()
    _write_games(series, sheets, stored, now)
    _tally(series, sheets)
    series.status = _status(series, sheets)
    series.version += 1
    series.home_decided = series.home_decided or has_final(sheets)
    if sheets and series.started_at is None:
        series.started_at = now
    series.completed_at = (series.completed_at or now) if series.status == Series.Status.COMPLETE else None
    series.save()
    if series.stage == Series.Stage.PLAYOFF:
        carry_on_best_ofs(series.tournament)


def _write_games(series: Series, sheets: Sequence[GameSheet], stored: Sequence[GameSheet], now: datetime) -> None:
    """Put these games in place of the stored ones. Games keep their rows; outings are written anew."""
    known = {sheet.game.number: sheet.game for sheet in stored}
    if any(sheet.outings for sheet in stored):
        Outing.objects.filter(game__in=[game.pk for game in known.values()]).delete()
    if gone := set(known) - {sheet.game.number for sheet in sheets}:
        Game.objects.filter(series=series, number__in=gone).delete()
    for game, _ in sheets:
        finished = known[game.number].finished_at if game.number in known else None
        game.finished_at = finished or now if game.status == Game.Status.FINAL else None
    rows = [sheet.game for sheet in sheets]
    changed = [*GAME_FIELDS[1:], "finished_at"]
    Game.objects.bulk_create(rows, update_conflicts=True, unique_fields=["series", "number"], update_fields=changed)
    for sheet in sheets:
        for outing in sheet.outings:
            outing.game = sheet.game
    Outing.objects.bulk_create([outing for sheet in sheets for outing in sheet.outings])


def _tally(series: Series, sheets: Sequence[GameSheet]) -> None:
    """The series' own columns from its final games; H and A are its two teams, wherever a game was played."""
    final = [sheet for sheet in sheets if sheet.game.status == Game.Status.FINAL]
    letters = {series.home_id: "H", series.away_id: "A", None: "T"}
    series.outcomes = "".join(letters[winner_of(sheet.game)] for sheet in final)
    series.home_wins, series.away_wins, series.ties = (series.outcomes.count(letter) for letter in "HAT")
    series.suspended = "".join(str(one.game.number) for one in sheets if one.game.status == Game.Status.SUSPENDED)
    series.never_begun = sum(not is_begun(sheet) for sheet in final)
    scores = [(_runs_of(one.game, series.home_id), _runs_of(one.game, series.away_id)) for one in final]
    series.margins = [home - away for home, away in scores]
    series.home_runs, series.away_runs = (sum(score[side] for score in scores) for side in (0, 1))


def _status(series: Series, sheets: Sequence[GameSheet]) -> Series.Status:
    """How far it has come, once it is tallied."""
    needed = wins_needed(series)
    decided = needed is not None and max(series.home_wins, series.away_wins) >= needed
    if decided or len(series.outcomes) == series.games_planned:
        return Series.Status.COMPLETE
    if len(series.outcomes + series.suspended) == series.games_planned:
        return Series.Status.SUSPENDED
    return Series.Status.PLAYING if sheets else Series.Status.SCHEDULED


def _runs_of(game: Game, team_id: int) -> int:
    return (game.home_runs if game.home_id == team_id else game.away_runs) or 0
