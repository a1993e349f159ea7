"""Check a pitching sheet column by column against the usage at the time of each game."""

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
    """Findings on whether an appearance on the sheet was legal."""

    STARTER_PAST_THE_TENTH = "{pitched:innings} innings as starter: must leave at the end of inning {last}"
    STARTER_LEFT_IN_TIME = "{pitched:innings} innings as starter"
    WITHIN_HIS_ALLOWANCE = "pitched {pitched:innings}; {relief}"
    ON_A_DOUBLE_PLAY = "pitched {pitched:innings}, {beyond}"
    TOO_MANY_OUTS = "pitched {pitched:innings}, {beyond:innings} too many: {relief}"


class SheetFault(NamedTuple):
    """An appearance that breaks a rule. `accepted` is set if the opponent accepted it with a footnote (T0.06)."""

    game: int
    ruling: Ruling
    accepted: bool


class SheetHistory(NamedTuple):
    """Data that the columns don't show.

    Attributes:
        bullpen_from: The first column that counts for relief, by game (internet series).
        resumed_after: The number of games started before a suspended game resumed, by suspended game.
        slot: The slot for the final series if an earlier opponent dropped out (T0.08 item 3).
    """

    bullpen_from: Mapping[int, int] = {}
    resumed_after: Mapping[int, int] = {}
    slot: DropoutSlot | None = None


_PLAIN: Final = SheetHistory()


def check_sheet(
    card: PitchingRoles, cells: Cells, profile: Profile, history: SheetHistory = _PLAIN
) -> list[SheetFault]:
    """T10.2: Return one pitcher's illegal appearances, including accepted ones."""
    faults: list[SheetFault] = []
    for game, appearance in enumerate(cells, start=1):
        if appearance is None:
            continue
        ruling = _check_column(card, cells, game, appearance, profile, history)
        if not ruling:
            faults.append(SheetFault(game, ruling, bool(appearance.footnote)))
    return faults


def check_appearance(
    card: PitchingRoles,
    cells: Cells,
    game: int,
    appearance: Appearance,
    profile: Profile,
    bullpen_from: int = 1,
    slot: DropoutSlot | None = None,
) -> Ruling:
    """T10.2, T27.52, T27.54, T27.64, T31.1: Check an appearance in game `game` against the columns before it."""
    if appearance.role == START:
        ruling = start_ruling(card, cells, game, profile, bullpen_from, slot)
        return starter_left_in_time(appearance.outs, profile) if ruling else ruling
    relief = may_relieve(card, cells, game, profile, bullpen_from)
    if not relief.ruling:
        return relief.ruling
    return check_relief_outs(appearance, relief.outs, relief.ruling)


def starter_left_in_time(outs: int, profile: Profile) -> Ruling:
    """T27.54: Reject a start beyond the tenth inning."""
    if outs > starter_outs_limit(profile):
        last = profile.pitching.starter_leaves_after_inning
        return refuse(SheetFinding.STARTER_PAST_THE_TENTH, "T27.54", pitched=outs, last=last)
    return allow(SheetFinding.STARTER_LEFT_IN_TIME, "T27.54", pitched=outs)


def check_relief_outs(appearance: Appearance, left: int, basis: Ruling) -> Ruling:
    """T10.2, T31.1: Reject more outs than he had left, except those added by a double or triple play."""
    pitched = appearance.outs
    over = pitched - left
    if over <= 0:
        return allow(SheetFinding.WITHIN_HIS_ALLOWANCE, "T10.2", pitched=pitched, relief=basis)
    if over <= appearance.extra_thirds:
        note = allow_extra_thirds(over)
        return allow(SheetFinding.ON_A_DOUBLE_PLAY, note.rule, pitched=pitched, beyond=note)
    return refuse(SheetFinding.TOO_MANY_OUTS, "T10.2", pitched=pitched, beyond=over, relief=basis)


def _check_column(
    card: PitchingRoles, cells: Cells, game: int, appearance: Appearance, profile: Profile, history: SheetHistory
) -> Ruling:
    """Check a column against the sheet at the time, without the later parts of suspended games."""
    seen = _as_it_stood(cells[: game - 1], (game - 1, game), history)
    before = cell_before_resumption(appearance)
    if before is not None:
        ruling = check_appearance(card, seen, game, before, profile, history.bullpen_from.get(game, 1), history.slot)
        if not ruling or appearance.outs_after_resumption is None:
            return ruling
    return _check_resumed(card, cells, game, appearance, before, profile, history)


def _as_it_stood(cells: Cells, point: tuple[int, int], history: SheetHistory) -> list[Cell]:
    """Return the cells at a point in time, without later pitching in suspended games.

    Args:
        point: The number of games started, and the column to check. Of suspended games that resumed after the same
            number of games, the earlier one resumed first.
    """
    cells_then: list[Cell] = []
    for column, cell in enumerate(cells, start=1):
        resumed = (history.resumed_after.get(column, 0), column)
        cells_then.append(cell_before_resumption(cell) if resumed > point else cell)
    return cells_then


def _check_resumed(
    card: PitchingRoles,
    cells: Cells,
    game: int,
    appearance: Appearance,
    before: Cell,
    profile: Profile,
    history: SheetHistory,
) -> Ruling:
    """T33.0: Check his pitching after the resumption against the games before and after the suspended one."""
    last = history.resumed_after.get(game, game)
    cells_so_far = [cell_of(cells, column) for column in range(1, last + 1)]
    sheet = _as_it_stood(cells_so_far, (last, game), history)
    sheet[game - 1] = before
    relief = may_pitch_on_resumption(card, sheet, game, profile, on_mound=before is not None)
    if not relief.ruling:
        return relief.ruling
    later = appearance._replace(outs=appearance.outs_after_resumption or 0)
    return check_relief_outs(later, relief.outs, relief.ruling)
