"""Checks a pitching sheet column by column against the rules that held when each game was played."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules_engine.eligibility.cards import PitchingRoles
from rules_engine.eligibility.dropout_slot import DropoutSlot, start_ruling
from rules_engine.eligibility.pitching import (
    START,
    Appearance,
    Cell,
    Cells,
    allow_extra_thirds,
    cell_of,
    may_relieve,
    starter_outs_limit,
)
from rules_engine.eligibility.resumption import cell_before_resumption, may_pitch_on_resumption
from rules_engine.profile import Profile
from rules_engine.rulings import Finding, Ruling, allow, refuse


class SheetFinding(Finding):
    """What an outing was, by the sheet it stands on."""

    STARTER_PAST_THE_TENTH = "{pitched:innings} innings as starter: must leave at the end of inning {last}"
    STARTER_LEFT_IN_TIME = "{pitched:innings} innings as starter"
    WITHIN_HIS_ALLOWANCE = "pitched {pitched:innings}; {allowance}"
    ON_A_DOUBLE_PLAY = "pitched {pitched:innings}, {beyond}"
    TOO_MANY_OUTS = "pitched {pitched:innings}, {beyond:innings} too much: {allowance}"


class SheetFault(NamedTuple):
    """An outing that breaks a rule; `accepted` when the opponent let it stand with a footnote (T0.06)."""

    game: int
    ruling: Ruling
    accepted: bool


class SheetHistory(NamedTuple):
    """What the columns do not show: where the bull pen was reset, and when suspended games went on.

    bullpen_from: game -> first column that counts for relief in it (internet series).
    resumed_after: suspended game -> games begun when it went on.
    slot: the slot of the final series where a team he had met dropped out (T0.08 item 3).
    """

    bullpen_from: Mapping[int, int] = {}
    resumed_after: Mapping[int, int] = {}
    slot: DropoutSlot | None = None


_PLAIN: Final = SheetHistory()


def check_sheet(
    card: PitchingRoles, cells: Cells, profile: Profile, history: SheetHistory = _PLAIN
) -> list[SheetFault]:
    """T10.2: every outing of one pitcher that was not legal when it was pitched, accepted ones included."""
    rulings = ((game, cell, _check_column(card, cells, game, cell, profile, history)) for game, cell in _pitched(cells))
    return [SheetFault(game, ruling, bool(cell.footnote)) for game, cell, ruling in rulings if not ruling]


def check_appearance(
    card: PitchingRoles,
    cells: Cells,
    game: int,
    outing: Appearance,
    profile: Profile,
    bullpen_from: int = 1,
    slot: DropoutSlot | None = None,
) -> Ruling:
    """T10.2, T27.52, T27.54, T27.64, T31.1: one outing in the game of column `game`, by the columns before it."""
    if outing.role == START:
        ruling = start_ruling(card, cells, game, profile, bullpen_from, slot)
        return starter_left_in_time(outing.outs, profile) if ruling else ruling
    allowance = may_relieve(card, cells, game, profile, bullpen_from)
    return check_relief_outs(outing, allowance.outs, allowance.ruling) if allowance.ruling else allowance.ruling


def starter_left_in_time(outs: int, profile: Profile) -> Ruling:
    """T27.54: a starter does not pitch beyond the tenth inning."""
    if outs > starter_outs_limit(profile):
        last = profile.pitching.starter_leaves_after_inning
        return refuse(SheetFinding.STARTER_PAST_THE_TENTH, "T27.54", pitched=outs, last=last)
    return allow(SheetFinding.STARTER_LEFT_IN_TIME, "T27.54", pitched=outs)


def _pitched(cells: Cells) -> list[tuple[int, Appearance]]:
    return [(game, cell) for game, cell in enumerate(cells, start=1) if cell is not None]


def check_relief_outs(outing: Appearance, left: int, basis: Ruling) -> Ruling:
    """T10.2, T31.1: no more outs than the allowance, but for those a double or triple play added."""
    pitched, over = outing.outs, outing.outs - left
    if over <= 0:
        return allow(SheetFinding.WITHIN_HIS_ALLOWANCE, "T10.2", pitched=pitched, allowance=basis)
    if over <= outing.extra_thirds:
        note = allow_extra_thirds(over)
        return allow(SheetFinding.ON_A_DOUBLE_PLAY, note.rule, pitched=pitched, beyond=note)
    return refuse(SheetFinding.TOO_MANY_OUTS, "T10.2", pitched=pitched, beyond=over, allowance=basis)


def _check_column(
    card: PitchingRoles, cells: Cells, game: int, outing: Appearance, profile: Profile, history: SheetHistory
) -> Ruling:
    """One column, by the sheet as it stood: games suspended at the time count what had been pitched in them."""
    seen = _as_it_stood(cells[: game - 1], (game - 1, game), history)
    before = cell_before_resumption(outing)
    if before is not None:
        ruling = check_appearance(card, seen, game, before, profile, history.bullpen_from.get(game, 1), history.slot)
        if not ruling or outing.outs_after_resumption is None:
            return ruling
    return _check_resumed(card, cells, game, outing, before, profile, history)


def _as_it_stood(cells: Cells, moment: tuple[int, int], history: SheetHistory) -> list[Cell]:
    """The columns at a moment, each suspended one without what was pitched in it later.

    `moment`: how many games were begun, and the column in question: of suspended games that went on after as many,
    the earlier went on first.
    """
    return [
        cell_before_resumption(cell) if (history.resumed_after.get(column, 0), column) > moment else cell
        for column, cell in enumerate(cells, start=1)
    ]


def _check_resumed(
    card: PitchingRoles,
    cells: Cells,
    game: int,
    outing: Appearance,
    before: Cell,
    profile: Profile,
    history: SheetHistory,
) -> Ruling:
    """T33.0: what was pitched after the resumption, looking back and forward from the suspended game."""
    last = history.resumed_after.get(game, game)
    sheet = _as_it_stood([cell_of(cells, column) for column in range(1, last + 1)], (last, game), history)
    sheet[game - 1] = before
    allowance = may_pitch_on_resumption(card, sheet, game, profile, on_mound=before is not None)
    if not allowance.ruling:
        return allowance.ruling
    later = outing._replace(outs=outing.outs_after_resumption or 0)
    return check_relief_outs(later, allowance.outs, allowance.ruling)
