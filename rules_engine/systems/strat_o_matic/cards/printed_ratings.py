"""Ratings as printed on cards: parse them from text cells and write them in the canonical form."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

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

PRINTED_RATINGS: Final[Mapping[str, Callable[[str], object]]] = {
    "fielding": lambda text: format_fielding(parse_fielding(text)),
    "throw": lambda text: format_catcher_throw(parse_catcher_throw(text)),
    "passed_ball": partial(parse_chance_rating, "pb"),
    "steal": parse_steal_rating,
    "endurance": parse_endurance,
    "hitting": parse_hitting_code,
    "balk": partial(parse_chance_rating, "bk"),
    "wild_pitch": partial(parse_chance_rating, "wp"),
}


def rated_positions(fielding: str) -> Sequence[str]:
    """10.1: return the positions of a fielding rating, without the mound."""
    return [rating.position for rating in parse_fielding(fielding) if rating.position != "p"]
