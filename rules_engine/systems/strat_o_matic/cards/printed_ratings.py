"""Ratings as printed on cards: parse them from text cells, and write them in canonical form."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from rules_engine.systems.strat_o_matic.cards import sheet_cells
from rules_engine.systems.strat_o_matic.cards.ratings import (
    format_catcher_throw,
    format_fielding,
    parse_catcher_throw,
    parse_chance_rating,
    parse_endurance,
    parse_fielding,
    parse_hitting_code,
    parse_steal_rating,
)

SPLITS: Final = tuple(f"{amount}_{side}" for amount in ("hits", "ob", "tb", "hr") for side in ("left", "right"))


def _only(name: str, read: Callable[[str, str], Mapping[str, str]], text: str) -> str:
    """Return the only rating in a cell of this column."""
    return read(name, text)[name]


PRINTED_RATINGS: Final[Mapping[str, Callable[[str], object]]] = {
    "fielding": lambda text: format_fielding(parse_fielding(text)),
    "throw": lambda text: format_catcher_throw(parse_catcher_throw(text)),
    "passed_ball": partial(parse_chance_rating, "pb"),
    "steal": parse_steal_rating,
    "endurance": parse_endurance,
    "hitting": parse_hitting_code,
    "balk": partial(parse_chance_rating, "bk"),
    "wild_pitch": partial(parse_chance_rating, "wp"),
    "pitcher_error": sheet_cells.read_error,
    "starter_star": sheet_cells.read_star,
    "bunting": partial(_only, "bunting", sheet_cells.read_letter),
    "hit_and_run": partial(_only, "hit_and_run", sheet_cells.read_letter),
    "clutch": partial(_only, "clutch", sheet_cells.read_amount),
    **{key: partial(_only, key, sheet_cells.read_amount) for key in SPLITS},
    "park_left": partial(_only, "park_left", sheet_cells.read_ballpark),
    "park_right": partial(_only, "park_right", sheet_cells.read_ballpark),
}


def rated_positions(fielding: str) -> Sequence[str]:
    """10.1: return the positions in a fielding rating, without the mound."""
    return [rating.position for rating in parse_fielding(fielding) if rating.position != "p"]
