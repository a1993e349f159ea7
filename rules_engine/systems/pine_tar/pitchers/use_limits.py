"""Season use limits: when a reliever must sit out the next game."""

from typing import Final

from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.pine_tar.editions.edition import Options

LONG_RELIEF_OUTS: Final = 6  # two innings (PTA25)
MAX_GAMES_IN_A_ROW: Final = 3


class UseLimit(Finding):
    """Findings on whether a reliever may pitch in the next game."""

    RESTED = "He may pitch."
    LONG_OUTING = "He pitched {outs:innings} innings in relief in the last game."
    IN_A_ROW = "He has pitched in {games} straight games."


def rest_ruling(options: Options, outs: int, games_in_a_row: int) -> Ruling:
    """PTSU1, PTA25: Make a reliever sit out after two innings or three games in a row."""
    if not options.season_use_limits:
        return allow(UseLimit.RESTED, "PTSU1")
    if outs >= LONG_RELIEF_OUTS:
        return refuse(UseLimit.LONG_OUTING, "PTSU1", outs=outs)
    if games_in_a_row >= MAX_GAMES_IN_A_ROW:
        return refuse(UseLimit.IN_A_ROW, "PTSU1", games=games_in_a_row)
    return allow(UseLimit.RESTED, "PTSU1")
