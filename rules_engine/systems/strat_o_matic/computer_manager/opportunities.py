"""Decide whether to act on an opportunity that a league's managers use only sometimes."""

from functools import lru_cache
from zlib import crc32

from rules_engine.baseball.state import State


def should_happen(now: State, share: float) -> bool:
    """Return whether to act on this opportunity.

    The decision is based on a checksum of the state, so the same state always leads to the same decision.
    """
    if share <= 0:
        return False
    if share >= 1:
        return True
    _, sides, inning, bottom, outs, _, score, _, _ = now
    order, _, _, _, up = sides[bottom]
    text = situation_text(inning, bottom, outs, score, up) + order_text(order, sides[not bottom].field[0])
    return crc32(text.encode()) < share * 2**32


def situation_text(inning: int, bottom: bool, outs: int, score: tuple[int, int], up: int) -> str:
    """Return the first part of the text whose checksum decides whether to act (see order_text)."""
    return f"({inning}, {bottom}, {outs}, {score}, {up}, "


@lru_cache(256)
def order_text(order: tuple[str, ...], pitcher: str) -> str:
    """Return the second part of the text, with the batting order and the pitcher."""
    return f"{order!r}, {pitcher!r})"
