"""Pitching when a suspended game goes on: T33.0 looks three games forward as well as three back."""

from typing import NamedTuple

from rules_engine.eligibility.cards import PitchingRoles, may_relieve_by_card
from rules_engine.eligibility.pitching import (
    START,
    Appearance,
    Cells,
    ReliefLeft,
    cell_of,
    relieved_outs,
    starter_outs_limit,
)
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, first_refusal, refuse


class ResumptionFinding(Finding):
    """What keeps a pitcher out of a suspended game when it goes on, or lets him pitch in it."""

    LEFT_BEFORE_SUSPENSION = "left game {suspended} before it was suspended: stays out of it"
    STARTER_HAD_LEFT = "started game {suspended} and was out of it when it stopped"
    PAST_THE_TENTH = "started and pitched {pitched:innings}: out after the tenth"
    STARTER_RESUMES = "started game {suspended}: may pitch through the tenth inning"
    ON_THE_MOUND = "was pitching when it stopped"
    START_TOO_CLOSE = "started game {started}: may not relieve in game {suspended}"
    NO_CLOSE_START = "no start too near"
    FOUR_IN_A_ROW = "with game {suspended} he would have pitched in all of {pitched:games}"
    NOT_FOUR_IN_A_ROW = "no four games in a row"
    NOTHING_LEFT = "relieved {relieved:innings} in {window:games}: nothing of {limit:innings} left"
    SOME_LEFT = "relieved {relieved:innings} in {window:games}: {left:innings} left"


class ResumedEntry(NamedTuple):
    outs: int
    columns_added: int


def may_pitch_on_resumption(
    card: PitchingRoles,
    cells: Cells,
    suspended: int,
    profile: Profile,
    *,
    on_mound: bool = False,
    removed: bool = False,
) -> ReliefLeft:
    """T33.0: whether he may pitch in the rest of the suspended game, and for how many outs more.

    cells: his whole sheet as it stands, the last column being the last game begun before the resumption; the cell of
    the suspended game holds what he pitched before it stopped. on_mound: he was pitching then. removed: he had left.
    """
    if removed:
        return ReliefLeft(refuse(ResumptionFinding.LEFT_BEFORE_SUSPENSION, "T33.0", suspended=suspended), 0)
    cell = cell_of(cells, suspended)
    if cell is not None and cell.role == START:
        return _starter_relief_left(cell, suspended, on_mound, profile)
    barred = first_refusal(
        may_relieve_by_card(card, profile) if not on_mound else allow(ResumptionFinding.ON_THE_MOUND, "T33.0"),
        _no_start_before(cells, suspended, profile),
        _no_start_after(cells, suspended, profile),
        _not_in_a_row(cells, suspended, profile),
    )
    return _outs_left(cells, suspended, profile) if barred else ReliefLeft(barred, 0)


def combine_resumed_outs(outs_before: int, outs_after: int) -> ResumedEntry:
    """T33.0: the rest of the game goes into the same cell; no column is added."""
    return ResumedEntry(outs_before + outs_after, columns_added=0)


def cell_before_resumption(outing: Appearance | None) -> Appearance | None:
    """The cell as it stood while the game was suspended, for the games played meanwhile."""
    if outing is None or outing.outs_after_resumption is None:
        return outing
    if outing.entered_on_resumption:
        return None
    return outing._replace(outs=outing.outs - outing.outs_after_resumption, outs_after_resumption=None)


def windows_with_game(suspended: int, profile: Profile) -> list[range]:
    """Every four games in a row that hold the suspended one, cut where the sheet begins [R-33a]."""
    length = profile.pitching.window_games
    return [range(max(1, first), first + length) for first in range(suspended - length + 1, suspended + 1)]


def longest_windows_with_game(suspended: int, last_game: int, profile: Profile) -> list[range]:
    """Those runs cut where the sheet ends, without runs that lie inside another."""
    cut = {(run[0], min(run[-1], last_game)) for run in windows_with_game(suspended, profile)}
    inside = {small for small in cut for run in cut if small != run and run[0] <= small[0] and small[1] <= run[1]}
    return [range(first, last + 1) for first, last in sorted(cut - inside)]


def _starter_relief_left(cell: Appearance, suspended: int, on_mound: bool, profile: Profile) -> ReliefLeft:
    left = starter_outs_limit(profile) - cell.outs
    if not on_mound:
        return ReliefLeft(refuse(ResumptionFinding.STARTER_HAD_LEFT, "T33.0", suspended=suspended), 0)
    if left <= 0:
        return ReliefLeft(refuse(ResumptionFinding.PAST_THE_TENTH, "T27.54", pitched=cell.outs), 0)
    return ReliefLeft(allow(ResumptionFinding.STARTER_RESUMES, "T10.2", suspended=suspended), left)


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
            return refuse(ResumptionFinding.START_TOO_CLOSE, rule, started=game, suspended=suspended)
    return allow(ResumptionFinding.NO_CLOSE_START, rule)


def _not_in_a_row(cells: Cells, suspended: int, profile: Profile) -> Ruling:
    """T27.64: pitching here may not make four games in a row, before or after [R-33b]."""
    for run in windows_with_game(suspended, profile):
        others = [game for game in run if game != suspended]
        if len(run) == profile.pitching.window_games and all(cell_of(cells, game) is not None for game in others):
            return refuse(ResumptionFinding.FOUR_IN_A_ROW, "T27.64", suspended=suspended, pitched=(run[0], run[-1]))
    return allow(ResumptionFinding.NOT_FOUR_IN_A_ROW, "T27.64")


def _outs_left(cells: Cells, suspended: int, profile: Profile) -> ReliefLeft:
    """T33.0: four innings less the fullest of the four-game runs that hold the game [R-33a]."""
    limit = profile.pitching.relief_outs_in_window
    sums = {
        run: sum(relieved_outs(cell_of(cells, game)) for game in run) for run in windows_with_game(suspended, profile)
    }
    fullest = max(sums, key=lambda run: sums[run])
    left = min(limit - sums[fullest], _kept_for_later_start(cells, suspended, profile))
    window, held = (fullest[0], fullest[-1]), sums[fullest]
    if left <= 0:
        return ReliefLeft(refuse(ResumptionFinding.NOTHING_LEFT, "T33.0", window=window, relieved=held, limit=limit), 0)
    return ReliefLeft(allow(ResumptionFinding.SOME_LEFT, "T33.0", window=window, relieved=held, left=left), left)


def _kept_for_later_start(cells: Cells, suspended: int, profile: Profile) -> int:
    """T27.52: who started three games later must have had a third of an inning of relief left there [R-33c]."""
    rules = profile.pitching
    start = suspended + rules.games_rest_before_start_after_relief + 1
    cell = cell_of(cells, start)
    if cell is None or cell.role != START:
        return rules.relief_outs_in_window
    used = sum(relieved_outs(cell_of(cells, game)) for game in range(suspended, start))
    return rules.relief_outs_in_window - 1 - used
