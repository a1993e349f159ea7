"""The slot from T0.08 item 3 on a pitching sheet: the starts that count in the final series and in the next round.

This applies the `dropout_rotation` checks to one pitcher's cells. The sheet, the eligibility board and the planner
all call it.
"""

from typing import NamedTuple

from rules_engine.eligibility.cards import PitchingRoles, may_start_by_card
from rules_engine.eligibility.dropout_rotation import check_relief_rest, may_start_after
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
    """The first column of the series against the dropped team, and the first and last columns of the final series."""

    opponent: str  # the dropped team
    met_from: int
    final_from: int
    final_to: int

    def columns_before(self, game: int) -> list[int]:
        """Return the columns whose starts count for a game in the final series [R-08b] or later [R-08e]."""
        if game <= self.final_to:
            return [*range(1, self.met_from), *range(self.final_from, game)]
        return [*range(1, self.final_from), *range(self.final_to + 1, game)]

    def where(self, game: int) -> str:
        if game <= self.final_to:
            return f"in place of the series against {self.opponent}, which dropped out"
        return f"from the second-to-last series because {self.opponent} dropped out"


def start_ruling(
    card: PitchingRoles,
    cells: Cells,
    game: int,
    profile: Profile,
    bullpen_from: int = 1,
    slot: DropoutSlot | None = None,
) -> Ruling:
    """T10.2, or T0.08 item 3: Rule on whether he may start.

    The slot changes only the starts after which he must rest. Relief counts as it was pitched.
    """
    if slot is None or game < slot.final_from:
        return may_start(card, cells, game, profile, bullpen_from)
    card_ruling = may_start_by_card(card, profile)
    if not card_ruling:
        return card_ruling
    rested = may_start_after("he", _starts(cells, slot.columns_before(game)), profile, slot.where(game))
    relief = check_relief_rest("he", cells, game, profile, bullpen_from)
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
    """T10.2 with T0.08 item 3: Return both rulings and the relief outs for game `game`."""
    start = start_ruling(card, cells, game, profile, bullpen_from, slot)
    relief = may_relieve(card, cells, game, profile, bullpen_from)
    return Availability(start, relief.ruling, relief.outs)


def _starts(cells: Cells, columns: list[int]) -> list[str]:
    """Return "he" for each of these columns that he started, and "" for the others."""
    starters: list[str] = []
    for column in columns:
        cell = cell_of(cells, column)
        started = cell is not None and cell.role == START
        starters.append("he" if started else "")
    return starters
