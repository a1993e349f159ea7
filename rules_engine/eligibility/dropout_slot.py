"""The slot of T0.08 item 3 on a pitching sheet: which starts count in the final series and in the round after it.

The test of `dropout_rotation` is put to one pitcher's cells, so that the sheet, the eligibility board and the planner
ask one question.
"""

from typing import NamedTuple

from rules_engine.eligibility.cards import PitchingRoles, may_start_by_card
from rules_engine.eligibility.dropout_rotation import may_start_after, rested_in_real_games
from rules_engine.eligibility.pitching import (
    START,
    Availability,
    Cells,
    PitchingFinding,
    cell_of,
    may_relieve,
    may_start,
)
from rules_engine.profile import Profile
from rules_engine.rulings import Ruling, refuse


class DropoutSlot(NamedTuple):
    """Columns: where the series against the dropped team begins, where the final series begins and ends."""

    opponent: str  # the dropped team
    met_from: int
    final_from: int
    final_to: int

    def columns_before(self, game: int) -> list[int]:
        """The columns whose starts count for a game of the final series [R-08b], or for one after it [R-08e]."""
        if game <= self.final_to:
            return [*range(1, self.met_from), *range(self.final_from, game)]
        return [*range(1, self.final_from), *range(self.final_to + 1, game)]

    def where(self, game: int) -> str:
        if game <= self.final_to:
            return f"in the slot of the series against {self.opponent}, which dropped out"
        return f"from the second-to-last series, since {self.opponent} dropped out"


def start_ruling(
    card: PitchingRoles,
    cells: Cells,
    game: int,
    profile: Profile,
    bullpen_from: int = 1,
    slot: DropoutSlot | None = None,
) -> Ruling:
    """T0.08 item 3, else T10.2: whether he may start. Only the rest after starts is by the slot; relief is real."""
    if slot is None or game < slot.final_from:
        return may_start(card, cells, game, profile, bullpen_from)
    by_card = may_start_by_card(card, profile)
    if not by_card:
        return by_card
    rested = may_start_after("he", _starts(cells, slot.columns_before(game)), profile, slot.where(game))
    relief = rested_in_real_games("he", cells, game, profile, bullpen_from)
    if rested and not relief and relief.rule != "T27.52":
        return refuse(PitchingFinding.COULD_NOT_RELIEVE, "T27.52", relief=relief)
    return relief if rested and not relief else rested


def availability(
    card: PitchingRoles,
    cells: Cells,
    game: int,
    profile: Profile,
    bullpen_from: int = 1,
    slot: DropoutSlot | None = None,
) -> Availability:
    """T10.2 with T0.08 item 3: both rulings and the relief outs for the game of column `game`."""
    relief = may_relieve(card, cells, game, profile, bullpen_from)
    return Availability(start_ruling(card, cells, game, profile, bullpen_from, slot), relief.ruling, relief.outs)


def _starts(cells: Cells, columns: list[int]) -> list[str]:
    """The starters of these columns as far as they are he; others are nobody."""
    cells_then = (cell_of(cells, column) for column in columns)
    return ["he" if cell is not None and cell.role == START else "" for cell in cells_then]
