"""Parse a ratings sheet's cells by column key, and derive card data from the ratings."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, NamedTuple

from rules_engine.systems.strat_o_matic.cards import sheet_cells
from rules_engine.systems.strat_o_matic.cards.printed_ratings import SPLITS, rated_positions
from rules_engine.systems.strat_o_matic.cards.ratings import (
    format_catcher_throw,
    parse_catcher_throw,
    parse_chance_rating,
    parse_endurance,
    parse_hitting_code,
)
from rules_engine.systems.strat_o_matic.cards.sheet_cells import Ratings, join_fielding
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup

__all__ = [
    "POSITIONS",
    "READERS",
    "SYSTEM",
    "PrintedRoles",
    "Ratings",
    "join_fielding",
    "pitching_roles",
    "rated_positions",
]

SYSTEM: Final = GameSetup.system
CellReader = Callable[[str], Ratings]

POSITIONS: Final = ("C", "1B", "2B", "3B", "SS", "LF", "CF", "RF")


class PrintedRoles(NamedTuple):
    """The roles that a pitcher's endurance allows."""

    is_starter: bool
    is_reliever: bool


def pitching_roles(endurance: str) -> PrintedRoles:
    """27.0, 28.0: return the roles for an endurance such as "starter(6) relief(2)/5"."""
    printed = parse_endurance(endurance)
    return PrintedRoles(printed.starter is not None, printed.relief is not None)


def _chance(name: str, word: str) -> CellReader:
    return lambda text: {name: str(parse_chance_rating(word, text))}


def _throw(text: str) -> Ratings:
    if re.match(r"\s*T", text, re.IGNORECASE):
        return sheet_cells.read_fielding(text)
    top = format_catcher_throw(parse_catcher_throw(text))
    return {"throw": top} if top else {}


READERS: Final[Mapping[str, CellReader]] = {
    "fielding": sheet_cells.read_fielding,
    "throw": _throw,
    "passed_ball": _chance("passed_ball", "pb"),
    "stealing": sheet_cells.read_stealing,
    "steal": sheet_cells.read_stealing,
    "running": sheet_cells.read_running,
    "bunting": partial(sheet_cells.read_letter, "bunting"),
    "hit_and_run": partial(sheet_cells.read_letter, "hit_and_run"),
    "letters": sheet_cells.read_letters,
    "pitching": sheet_cells.read_pitching,
    "endurance": sheet_cells.read_endurance,
    "hold": sheet_cells.read_hold,
    "hitting": lambda text: {"hitting": str(parse_hitting_code("#" + text.strip().lstrip("#")))},
    "balk": _chance("balk", "bk"),
    "wild_pitch": _chance("wild_pitch", "wp"),
    "pitcher_error": lambda text: {"pitcher_error": sheet_cells.read_error(text)},
    "clutch": partial(sheet_cells.read_amount, "clutch"),
    "park_left": partial(sheet_cells.read_ballpark, "park_left"),
    "park_right": partial(sheet_cells.read_ballpark, "park_right"),
    **{key: partial(sheet_cells.read_amount, key) for key in SPLITS},
    **{f"at_{name.lower()}": partial(sheet_cells.read_fielding, position=name) for name in (*POSITIONS, "P")},
}
