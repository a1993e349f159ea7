"""Pitching after a suspended game resumes. T33.0 counts the three games after it as well as the three before."""

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
    """Findings on whether a pitcher may pitch after a suspended game resumes."""

    LEFT_BEFORE_SUSPENSION = "left game {suspended} before it was suspended: can't return"
    STARTER_HAD_LEFT = "started game {suspended} and had left when it was suspended"
    PAST_THE_TENTH = "started and pitched {pitched:innings}: out after the tenth"
    STARTER_RESUMES = "started game {suspended}: may pitch through the tenth inning"
    ON_THE_MOUND = "was pitching when it was suspended"
    START_TOO_CLOSE = "started game {started}: may not relieve in game {suspended}"
    NO_CLOSE_START = "no recent start"
    FOUR_IN_A_ROW = "with game {suspended}, he would have pitched in all of {pitched:games}"
    NOT_FOUR_IN_A_ROW = "not four games in a row"
    NOTHING_LEFT = "relieved {relieved:innings} in {window:games}: none of {limit:innings} left"
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
    """T33.0: Rule on pitching in the rest of the suspended game, and for how many more outs.

    Args:
        cells: His whole sheet through the last game started before the resumption. The suspended game's cell contains
            only what he pitched before the suspension.
        on_mound: Whether he was pitching when the game was suspended.
        removed: Whether he had left the game.
    """
    if removed:
        return ReliefLeft(refuse(ResumptionFinding.LEFT_BEFORE_SUSPENSION, "T33.0", suspended=suspended), 0)
    cell = cell_of(cells, suspended)
    if cell is not None and cell.role == START:
        return _starter_relief_left(cell, suspended, on_mound, profile)
    by_card = may_relieve_by_card(card, profile)
    if on_mound:
        by_card = allow(ResumptionFinding.ON_THE_MOUND, "T33.0")
    ruling = first_refusal(
        by_card,
        _no_start_before(cells, suspended, profile),
        _no_start_after(cells, suspended, profile),
        _not_in_a_row(cells, suspended, profile),
    )
    if not ruling:
        return ReliefLeft(ruling, 0)
    return _outs_left(cells, suspended, profile)


def combine_resumed_outs(outs_before: int, outs_after: int) -> ResumedEntry:
    """T33.0: Enter the rest of the game in the same cell, without a new column."""
    return ResumedEntry(outs_before + outs_after, columns_added=0)


def cell_before_resumption(appearance: Appearance | None) -> Appearance | None:
    """Return the cell as it was while the game was suspended, for the games in between."""
    if appearance is None or appearance.outs_after_resumption is None:
        return appearance
    if appearance.entered_on_resumption:
        return None
    return appearance._replace(outs=appearance.outs - appearance.outs_after_resumption, outs_after_resumption=None)


def windows_with_game(suspended: int, profile: Profile) -> list[range]:
    """Return every four consecutive games that include the suspended one, from column 1 on [R-33a]."""
    length = profile.pitching.window_games
    first_games = range(suspended - length + 1, suspended + 1)
    return [range(max(1, first), first + length) for first in first_games]


def longest_windows_with_game(suspended: int, last_game: int, profile: Profile) -> list[range]:
    """Return those windows up to the last game of the sheet, without windows that lie inside another."""
    windows = windows_with_game(suspended, profile)
    spans = {(window[0], min(window[-1], last_game)) for window in windows}
    longest: list[range] = []
    for first, last in sorted(spans):
        is_inside = any(
            other_first <= first and last <= other_last
            for other_first, other_last in spans
            if (other_first, other_last) != (first, last)
        )
        if not is_inside:
            longest.append(range(first, last + 1))
    return longest


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
    """T27.52: Require two games between relief in this game and a later start [R-33c]."""
    rest = profile.pitching.games_rest_before_start_after_relief
    return _no_start_in(cells, range(suspended + 1, suspended + rest + 1), "T27.52", suspended)


def _no_start_in(cells: Cells, span: range, rule: str, suspended: int) -> Ruling:
    for game in span:
        cell = cell_of(cells, game)
        if cell is not None and cell.role == START:
            return refuse(ResumptionFinding.START_TOO_CLOSE, rule, started=game, suspended=suspended)
    return allow(ResumptionFinding.NO_CLOSE_START, rule)


def _not_in_a_row(cells: Cells, suspended: int, profile: Profile) -> Ruling:
    """T27.64: Reject a fourth game in a row, before or after this one [R-33b]."""
    for window in windows_with_game(suspended, profile):
        pitched_others = all(cell_of(cells, game) is not None for game in window if game != suspended)
        if len(window) == profile.pitching.window_games and pitched_others:
            span = (window[0], window[-1])
            return refuse(ResumptionFinding.FOUR_IN_A_ROW, "T27.64", suspended=suspended, pitched=span)
    return allow(ResumptionFinding.NOT_FOUR_IN_A_ROW, "T27.64")


def _outs_left(cells: Cells, suspended: int, profile: Profile) -> ReliefLeft:
    """T33.0: Return four innings minus the most relief in any four consecutive games that include this one [R-33a]."""
    limit = profile.pitching.relief_outs_in_window
    relieved_by_window = {
        window: sum(relieved_outs(cell_of(cells, game)) for game in window)
        for window in windows_with_game(suspended, profile)
    }
    fullest = max(relieved_by_window, key=lambda window: relieved_by_window[window])
    relieved = relieved_by_window[fullest]
    left = min(limit - relieved, _outs_reserved_for_start(cells, suspended, profile))
    span = (fullest[0], fullest[-1])
    if left <= 0:
        ruling = refuse(ResumptionFinding.NOTHING_LEFT, "T33.0", window=span, relieved=relieved, limit=limit)
        return ReliefLeft(ruling, 0)
    return ReliefLeft(allow(ResumptionFinding.SOME_LEFT, "T33.0", window=span, relieved=relieved, left=left), left)


def _outs_reserved_for_start(cells: Cells, suspended: int, profile: Profile) -> int:
    """T27.52: Reserve a third of an inning of relief for a start three games later [R-33c]."""
    rules = profile.pitching
    start = suspended + rules.games_rest_before_start_after_relief + 1
    cell = cell_of(cells, start)
    if cell is None or cell.role != START:
        return rules.relief_outs_in_window
    used = sum(relieved_outs(cell_of(cells, game)) for game in range(suspended, start))
    return rules.relief_outs_in_window - 1 - used
