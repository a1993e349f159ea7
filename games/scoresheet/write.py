"""The one way in which games of a series are written: who must agree is asked, rows go in place, the series is tallied.

The tally is all that standings read.
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
from games.scoresheet.rows import GAME_FIELDS, GameSheet, has_final, plain, was_played
from rules_engine.competition.bracket import BestOf
from rules_engine.competition.standings import FORFEITED_TO, GameScore, tally_games
from rules_engine.rulings import Finding, refuse
from tournaments.models import Series
from tournaments.services.order_of_play import NO_PLACES, Places, keep_place
from tournaments.services.playoffs import update_bracket


@dataclass(frozen=True)
class ResultsChange:
    """Games to be put in place of those that a series holds; `before` and `after` are both as plain values.

    acting_team: whose manager changes them; None where the desk does. may_break_seal and reason: for the director, to
    change what has been signed. places: in the order of play, where an undo puts the games back (T10.2).
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


# called inside the transaction with every change; each raises Refused to forbid it. The sheets of the pitching app lie
# above and cannot be imported here: weekend/acts.py hands their guard down when the program starts
seal_guards: list[Callable[[ResultsChange], None]] = []


class WriteRefusal(Finding):
    """Why games that are in place stay as they are."""

    OFFICIAL = (
        "these results are official since round {round} has begun ({away} at {home}). "
        "Ask the director for a correction."
    )


def write_results(change: ResultsChange) -> None:
    """Write the games and the series' tally, with a new version number; a best-of carries the bracket on.

    Raises Refused where somebody who must agree does not.
    """
    _ask_those_who_must_agree(change)
    series, games, now = change.series, change.games, timezone.now()
    _write_games(series, games, change.stored, now)
    _tally(series, games)
    series.status = _status(series, games)
    series.version += 1
    series.home_decided = series.home_decided or has_final(games)
    was_begun = any(was_played(sheet) for sheet in games)
    keep_place(series, has_games=bool(games), was_begun=was_begun, now=now, earlier=change.places)
    series.completed_at = (series.completed_at or now) if series.status == Series.Status.COMPLETE else None
    series.save()
    if series.in_bracket:
        update_bracket(series.tournament, series.stage)


def _ask_those_who_must_agree(change: ResultsChange) -> None:
    """T0.06: official results are changed only by the desk; signed ones ask the guards."""
    was_final = [one for one in change.before if one["status"] == Game.Status.FINAL]
    if change.acting_team is not None and was_final and [one for one in change.after if one in was_final] != was_final:
        since = next_series_started(change.series)
        if since is not None:
            away, home = str(since.away), str(since.home)
            raise Refused(refuse(WriteRefusal.OFFICIAL, "T0.06", round=since.round, away=away, home=home))
    for guard in seal_guards:
        guard(change)


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
    if game.ending == Game.Ending.FORFEITED:
        return FORFEITED_TO["A" if game.conceded_by_id == series.home_id else "H"]
    home, away = _runs_of(game, series.home_id), _runs_of(game, series.away_id)
    return GameScore(home, away, game.ending == Game.Ending.NOT_FINISHED, was_played(sheet))


def _status(series: Series, sheets: Sequence[GameSheet]) -> Series.Status:
    """How far it has come, once it is tallied."""
    decided = BestOf(series.games_planned, (series.home_wins, series.away_wins)).winner is not None
    if (series.is_best_of and decided) or len(series.outcomes) == series.games_planned:
        return Series.Status.COMPLETE
    waits = bool(series.suspended) and series.is_best_of  # T33.0: no game of a best-of is begun meanwhile
    if waits or len(series.outcomes + series.suspended) == series.games_planned:
        return Series.Status.SUSPENDED
    return Series.Status.PLAYING if sheets or series.is_started_by_hand else Series.Status.SCHEDULED


def _runs_of(game: Game, team_id: int) -> int:
    return (game.home_runs if game.home_id == team_id else game.away_runs) or 0


def score_sentence(series: Series) -> str:
    """The tally as the log tells it."""
    if series.status == Series.Status.COMPLETE:
        return f"{series.round_title}: {series.away} {series.away_wins}, {series.home} {series.home_wins}."
    if series.outcomes:
        score = f"{series.away} {series.away_wins}, {series.home} {series.home_wins}"
        return f"{series.round_title}: {score} after {len(series.outcomes)} of {series.games_planned} games."
    return f"{series.round_title}: {series.away} at {series.home} is half entered."
