"""Season use limits: when a reliever must sit out the next game."""

from typing import Final

from rules_engine.rulings import Finding, Ruling, allow, refuse
from rules_engine.systems.pine_tar.editions.edition import Options

LONG_OUTS: Final = 6  # two innings or more (PTA25)
MOST_IN_A_ROW: Final = 3


class UseLimit(Finding):
    """Whether a reliever may pitch in the next game."""

    RESTED = "He may pitch."
    LONG_OUTING = "He pitched {outs:innings} innings in relief in the last game."
    IN_A_ROW = "He has pitched in {games} games running."


def reliever_ruling(options: Options, outs: int, games_running: int) -> Ruling:
    """PTSU1, PTA25: two innings in relief cost the next game, three games running one game."""
    if not options.season_use_limits:
        return allow(UseLimit.RESTED, "PTSU1")
    if outs >= LONG_OUTS:
        return refuse(UseLimit.LONG_OUTING, "PTSU1", outs=outs)
    if games_running >= MOST_IN_A_ROW:
        return refuse(UseLimit.IN_A_ROW, "PTSU1", games=games_running)
    return allow(UseLimit.RESTED, "PTSU1")
