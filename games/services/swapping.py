"""Swap a series' home and visitors after the roll for home team was entered backwards (T0.16).

Each team keeps its own runs, innings and pitchers. Only the team that bats last changes, in every game of the series.
The rolls stay in place, so each team gets the roll that was entered for its opponent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from core.errors import Refused, Stale
from games.models import Suspension
from games.queries.usage import build_usages, read_usage_rows
from games.refusals import SwapRefusal
from games.scoresheet.check import check_games
from games.scoresheet.faults import GridFault
from games.scoresheet.notices import swap_notice_key
from games.scoresheet.rows import GameSheet, plain, rebuild_games, stored_games
from games.scoresheet.save import current_series, refuse_if_closed
from games.scoresheet.write import ResultsChange, write_results
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Series, Team, Tournament
from tournaments.services.notices import close_notices, create_notice

_SIDED_FIELDS: Final = ("{}_id", "{}_runs", "{}_outs_batting", "{}_line", "{}_resumed_after", "{}_place")
_SIDED_SUSPENSION_FIELDS: Final = ("{}_line_up", "{}_stand_in", "{}_agrees")


@dataclass(frozen=True, slots=True)
class Swap:
    """The changes from a swap.

    Args:
        home: The home team in game 1 after the swap.
        games: The games with results, with home and visitors swapped.
        faults: The resulting contradictions, for the director to correct.
    """

    home: Team
    away: Team
    rolls: list[tuple[int, int]]
    games: Sequence[GameSheet]
    faults: Sequence[GridFault]


def preview_swap(series: Series) -> Swap:
    """Return the changes that `swap_home_and_visitors` would make. Raise Refused if not possible."""
    series = current_series(series.pk)
    return _swap(series, stored_games(series))


def swap_home_and_visitors(*, series: Series, actor: Actor, version: int, reason: str) -> Swap:
    """Swap home and visitors in every game of the series. Raise Refused or Stale if not possible."""
    reason = reason.strip()
    with writing(series.tournament_id) as tournament:
        series = current_series(series.pk)
        if series.version != version:
            raise Stale(SwapRefusal.CHANGED_MEANWHILE)
        stored = stored_games(series)
        if stored and not reason:
            raise Refused(SwapRefusal.NO_REASON, field="reason")
        change, swap = _write_swap(series, stored, reason)
        _post_faults(tournament, series, swap.faults)
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SWAP_HOME_AND_VISITORS,
            subject=f"series:{series.pk}",
            sentence=f"{series.round_title}: {series.home} is home in game 1, {series.away} visits. Results keep "
            "their teams.",
            reason=reason,
            before={"games": change.before},
            after={"games": change.after},
            public={"series": series.pk, "round": series.round, "version": series.version},
        )
    return swap


def undo_swap(tournament: Tournament, action: Action) -> list[str]:
    """Swap home and visitors back, unless the results have changed since."""
    series = current_series(int(action.subject.partition(":")[2]))
    stored = stored_games(series)
    if plain(stored) not in (action.after["games"], action.before["games"]):
        raise Refused(SwapRefusal.CHANGED_SINCE)
    _, swap = _write_swap(series, stored, action.reason)
    _post_faults(tournament, series, swap.faults)
    return [f"{swap.home} is the home team in game 1."]


def _write_swap(series: Series, stored: Sequence[GameSheet], reason: str) -> tuple[ResultsChange, Swap]:
    swap = _swap(series, stored)
    _swap_suspensions(series)
    change = ResultsChange(series, stored, swap.games, None, may_break_seal=True, reason=reason)
    write_results(change)
    return change, swap


def _swap(series: Series, stored: Sequence[GameSheet]) -> Swap:
    """Swap the series and copies of its games in memory, and check the copies."""
    refuse_if_closed(series, None)
    played_here = [sheet.game.number for sheet in stored if sheet.game.box or sheet.game.carried]
    if played_here:
        raise Refused(SwapRefusal.PLAYED_WITH_PENNANT, game=played_here[0])
    rolls = series.home_rolls
    series.swap_home_and_away()
    series.home_rolls = rolls
    series.home_decided = True
    games = rebuild_games(series, plain(stored))
    for sheet in games:
        _swap_fields(sheet.game, _SIDED_FIELDS)
    return Swap(series.home, series.away, [(home, away) for home, away in rolls], games, _faults_of(series, games))


def _faults_of(series: Series, games: Sequence[GameSheet]) -> list[GridFault]:
    teams = (series.home_id, series.away_id)
    usages = build_usages(read_usage_rows(*teams).with_games(series, games), teams)
    checked = check_games(games, series, usages, complete=True, by_director=True)
    return [fault for fault in checked.blocking if fault.game]


def faults_since_swap(series: Series) -> list[GridFault]:
    """Return the current contradictions in a swapped series, or an empty list if it was never swapped."""
    swaps = Action.objects.filter(verb=Verb.SWAP_HOME_AND_VISITORS, subject=f"series:{series.pk}")
    if not swaps.filter(tournament=series.tournament_id).exists():
        return []
    return _faults_of(series, stored_games(series))


def _swap_suspensions(series: Series) -> None:
    for suspension in Suspension.objects.filter(game__series=series):
        _swap_fields(suspension, _SIDED_SUSPENSION_FIELDS)
        suspension.save()


def _swap_fields(row: object, names: Sequence[str]) -> None:
    for name in names:
        home, away = name.format("home"), name.format("away")
        home_value, away_value = getattr(row, home), getattr(row, away)
        setattr(row, home, away_value)
        setattr(row, away, home_value)


def _post_faults(tournament: Tournament, series: Series, faults: Sequence[GridFault]) -> None:
    """Notify the director to correct games that contain contradictions."""
    close_notices(swap_notice_key(series))
    if faults:
        create_notice(
            tournament=tournament,
            team=None,
            kind="Swapped home",
            sentence=f"{series.round_title}, game {faults[0].game}: {faults[0]}",
            address=reverse("enter_series", args=[tournament.slug, series.pk]),
            link_text="Correct the results",
            about=swap_notice_key(series),
        )
