"""Only players with at least so much of a statistic, or at most where less is better."""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from drafts.queries.pool import PoolCard
from rules_engine.innings import InningsError, parse_innings

_NUMBER: Final = re.compile(r"[0-9]{0,4}(\.[0-9]{1,4})?")


def passes(cards: Iterable[PoolCard], stat: str, bound: str, *, at_most: bool) -> list[PoolCard]:
    """The cards that reach the bound; all of them where no statistic or no number is given.

    `bound` as a scorer writes it: 30, .300, 3.25, or innings such as 120.2 for "outs_pitched". A card without the
    statistic does not reach it.
    """
    limit = bound_of(stat, bound)
    if limit is None:
        return list(cards)
    reaches: Callable[[Any], bool] = (lambda value: value <= limit) if at_most else (lambda value: value >= limit)
    return [card for card in cards if (value := getattr(card, stat)) is not None and reaches(value)]


def bound_of(stat: str, bound: str) -> float | None:
    """The number meant, None for nothing or for what is no number."""
    text = bound.strip()
    if not stat or not text:
        return None
    if stat == "outs_pitched":
        try:
            return parse_innings(text)
        except InningsError:
            return None
    return float(text) if _NUMBER.fullmatch(text) else None
