"""Puts checked games in place and rewrites the tally of their series, which is all that standings read."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from games.models import Game, Outing
from games.scoresheet.stored import GAME_FIELDS, GameSheet, has_final, is_begun
from rules_engine.competition.bracket import BestOf
from rules_engine.competition.standings import GameScore, tally_games
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
    final = [_score(series, sheet) for sheet in sheets if sheet.game.status == Game.Status.FINAL]
    tally = tally_games(series.home_id, series.away_id, final)
    for name in ("home_wins", "away_wins", "ties", "home_runs", "away_runs", "outcomes", "never_begun"):
        setattr(series, name, getattr(tally, name))
    series.margins = list(tally.margins)
    series.suspended = "".join(str(one.game.number) for one in sheets if one.game.status == Game.Status.SUSPENDED)


def _score(series: Series, sheet: GameSheet) -> GameScore:
    game = sheet.game
    home, away = _runs_of(game, series.home_id), _runs_of(game, series.away_id)
    return GameScore(home, away, game.ending == Game.Ending.NOT_FINISHED, is_begun(sheet))


def _status(series: Series, sheets: Sequence[GameSheet]) -> Series.Status:
    """How far it has come, once it is tallied."""
    decided = BestOf(series.games_planned, (series.home_wins, series.away_wins)).winner is not None
    if (series.is_best_of and decided) or len(series.outcomes) == series.games_planned:
        return Series.Status.COMPLETE
    waits = bool(series.suspended) and series.is_best_of  # T33.0: no game of a best-of is begun meanwhile
    if waits or len(series.outcomes + series.suspended) == series.games_planned:
        return Series.Status.SUSPENDED
    return Series.Status.PLAYING if sheets else Series.Status.SCHEDULED


def _runs_of(game: Game, team_id: int) -> int:
    return (game.home_runs if game.home_id == team_id else game.away_runs) or 0
