"""Two-way players in the roster check: one pick can fill a starter's and a fielder's place."""

from itertools import combinations
from typing import Final

from rules_engine.draft.position_gaps import FielderKind, PositionGaps, Supply, fewest_fielders

_MAX_CONSIDERED: Final = 6  # most two-way players considered at once; no season has more than three


def most_useful(starters: Supply, needed: int) -> tuple[FielderKind, ...]:
    """Return two-way players who may start, most versatile first, up to the number that could help."""
    versatile = sorted(starters, key=lambda kind: (-kind.mask.bit_count(), kind))
    candidates = [kind for kind in versatile for _ in range(min(needed, starters[kind]))]
    return tuple(candidates[:_MAX_CONSIDERED])


def fewest_players(
    starters: int, fielders: int | None, gaps: PositionGaps, supply: Supply, pairs: tuple[FielderKind, ...]
) -> int | None:
    """Return the fewest players for both needs over all choices of two-way players, or None if none is enough."""
    if fielders is None:
        return None
    fewest = starters + fielders
    for size in range(1, min(starters, fielders, len(pairs)) + 1):
        for chosen in set(combinations(pairs, size)):
            more = _fielders_besides(chosen, gaps, supply, fewest - starters - 1)
            if more is not None:
                fewest = min(fewest, starters + more)
    return fewest


def _fielders_besides(chosen: tuple[FielderKind, ...], gaps: PositionGaps, supply: Supply, most: int) -> int | None:
    """Return the fielders needed besides these two-way players, or None if more than `most`."""
    rest = dict(supply)
    for kind in chosen:
        gaps = gaps.with_fielder(kind)
        rest[kind] -= 1
    return fewest_fielders(gaps, rest, most) if most >= 0 else None


def without_player(pairs: tuple[FielderKind, ...], kind: FielderKind) -> tuple[FielderKind, ...]:
    """Return the two-way players with one fewer of this kind."""
    if kind not in pairs:
        return pairs
    place = pairs.index(kind)
    return pairs[:place] + pairs[place + 1 :]
