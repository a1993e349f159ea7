"""Pitching when a suspended game goes on: T33.0 looks three games forward as well as three back."""

from typing import NamedTuple

from rules_engine.eligibility.cards import PitcherCard, may_relieve_by_card
from rules_engine.eligibility.pitching import (
    START,
    Allowance,
    Cells,
    Outing,
    cell_of,
    games,
    relieved_outs,
    starter_outs_limit,
)
from rules_engine.innings import format_innings
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, allow, first_refusal, refuse


class ResumedEntry(NamedTuple):
    outs: int
    columns_added: int


def may_pitch_on_resumption(
    card: PitcherCard,
    cells: Cells,
    suspended: int,
    profile: Profile,
    *,
    on_mound: bool = False,
    removed: bool = False,
) -> Allowance:
    """T33.0: whether he may pitch in the rest of the suspended game, and for how many outs more.

    cells: his whole sheet as it stands, the last column being the last game begun before the resumption; the cell of
    the suspended game holds what he pitched before it stopped. on_mound: he was pitching then. removed: he had left.
    """
    if removed:
        return Allowance(refuse("T33.0", f"left game {suspended} before it was suspended: stays out of it"), 0)
    cell = cell_of(cells, suspended)
    if cell is not None and cell.role == START:
        return _starter_goes_on(cell, suspended, on_mound, profile)
    barred = first_refusal(
        may_relieve_by_card(card, profile) if not on_mound else allow("T33.0", "was pitching when it stopped"),
        _no_start_before(cells, suspended, profile),
        _no_start_after(cells, suspended, profile),
        _not_in_a_row(cells, suspended, profile),
    )
    return _outs_left(cells, suspended, profile) if barred else Allowance(barred, 0)


def resumed_entry(outs_before: int, outs_after: int) -> ResumedEntry:
    """T33.0: the rest of the game goes into the same cell; no column is added."""
    return ResumedEntry(outs_before + outs_after, columns_added=0)


def cell_before_resumption(outing: Outing | None) -> Outing | None:
    """The cell as it stood while the game was suspended, for the games played meanwhile."""
    if outing is None or outing.outs_after_resumption is None:
        return outing
    if outing.entered_on_resumption:
        return None
    return outing._replace(outs=outing.outs - outing.outs_after_resumption, outs_after_resumption=None)


def runs_of_games(suspended: int, profile: Profile) -> list[range]:
    """Every four games in a row that hold the suspended one, cut where the sheet begins [R-33a]."""
    length = profile.pitching.window_games
    return [range(max(1, first), first + length) for first in range(suspended - length + 1, suspended + 1)]


def _starter_goes_on(cell: Outing, suspended: int, on_mound: bool, profile: Profile) -> Allowance:
    left = starter_outs_limit(profile) - cell.outs
    if not on_mound:
        return Allowance(refuse("T33.0", f"started game {suspended} and was out of it when it stopped"), 0)
    if left <= 0:
        return Allowance(refuse("T27.54", f"started and pitched {format_innings(cell.outs)}: out after the tenth"), 0)
    return Allowance(allow("T10.2", f"started game {suspended}: may pitch through the tenth inning"), left)


def _no_start_before(cells: Cells, suspended: int, profile: Profile) -> Ruling:
    rest = profile.pitching.games_rest_after_start
    return _no_start_in(cells, range(suspended - rest, suspended), "T10.2", suspended)


def _no_start_after(cells: Cells, suspended: int, profile: Profile) -> Ruling:
    """T27.52 looking forward: two games must lie between relief here and a start made since [R-33c]."""
    rest = profile.pitching.games_rest_before_start_after_relief
    return _no_start_in(cells, range(suspended + 1, suspended + rest + 1), "T27.52", suspended)


def _no_start_in(cells: Cells, span: range, rule: str, suspended: int) -> Ruling:
    for game in span:
        cell = cell_of(cells, game)
        if cell is not None and cell.role == START:
            return refuse(rule, f"started game {game}: may not relieve in game {suspended}")
    return allow(rule, "no start too near")


def _not_in_a_row(cells: Cells, suspended: int, profile: Profile) -> Ruling:
    """T27.64: pitching here may not make four games in a row, before or after [R-33b]."""
    for run in runs_of_games(suspended, profile):
        others = [game for game in run if game != suspended]
        if len(run) == profile.pitching.window_games and all(cell_of(cells, game) is not None for game in others):
            sentence = f"with game {suspended} he would have pitched in all of {games(run[0], run[-1])}"
            return refuse("T27.64", sentence)
    return allow("T27.64", "no four games in a row")


def _outs_left(cells: Cells, suspended: int, profile: Profile) -> Allowance:
    """T33.0: four innings less the fullest of the four-game runs that hold the game [R-33a]."""
    limit = profile.pitching.relief_outs_in_window
    sums = {run: sum(relieved_outs(cell_of(cells, game)) for game in run) for run in runs_of_games(suspended, profile)}
    fullest = max(sums, key=lambda run: sums[run])
    left = min(limit - sums[fullest], _kept_for_later_start(cells, suspended, profile))
    span, held = games(fullest[0], fullest[-1]), format_innings(sums[fullest])
    if left <= 0:
        return Allowance(refuse("T33.0", f"{span} hold {held}: nothing of {format_innings(limit)} left"), 0)
    return Allowance(allow("T33.0", f"{span} hold {held}: {format_innings(left)} left"), left)


def _kept_for_later_start(cells: Cells, suspended: int, profile: Profile) -> int:
    """T27.52: who started three games later must have had a third of an inning of relief left there [R-33c]."""
    rules = profile.pitching
    start = suspended + rules.games_rest_before_start_after_relief + 1
    cell = cell_of(cells, start)
    if cell is None or cell.role != START:
        return rules.relief_outs_in_window
    used = sum(relieved_outs(cell_of(cells, game)) for game in range(suspended, start))
    return rules.relief_outs_in_window - 1 - used
