"""How few more position players a team needs before every position is covered after any one injury (T31.10).

A group of positions is in *deficit* when fewer men than it has positions can play in it, or just as many while one
of them can be injured. A team is legal when no group is in deficit, and a further man never adds to a deficit.
So the question is how few men of the pool bring every deficit to nothing: a plan made man by man answers it
mostly; where that plan may be too long, a search settles it exactly.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from rules_engine.eligibility.cards import POSITIONS
from rules_engine.eligibility.roster import ALL_POSITIONS

_GROUPS: Final = range(1, ALL_POSITIONS + 1)
_SIZE: Final = tuple(group.bit_count() for group in range(ALL_POSITIONS + 1))
_SINGLES: Final = tuple(1 << place for place in range(len(POSITIONS)))


class FielderKind(NamedTuple):
    """Position players who are alike to T31.10: the same positions, as bits, and the same risk of injury."""

    mask: int
    injurable: bool = True


Supply = Mapping[FielderKind, int]


class Cover:
    """What a team's fielders leave open, group of positions by group. Never changed once made."""

    __slots__ = ("deficit", "risk")

    def __init__(self, deficit: list[int], risk: list[bool]) -> None:
        self.deficit = deficit  # by group; more than nothing is missing men
        self.risk = risk  # by group: a man who can be injured plays in it

    @classmethod
    def of(cls, fielders: Iterable[FielderKind]) -> "Cover":
        cover = cls(list(_SIZE), [False] * (ALL_POSITIONS + 1))
        for kind in fielders:
            cover = cover.with_man(kind)
        return cover

    def with_man(self, kind: FielderKind) -> "Cover":
        deficit, risk = self.deficit.copy(), self.risk.copy()
        for group in _groups_of(kind.mask):
            if kind.injurable and not risk[group]:
                risk[group] = True  # one man more, but now an injury to cover: no gain
            else:
                deficit[group] -= 1
        return Cover(deficit, risk)

    def with_risk_to_come(self, supply: Supply) -> "Cover":
        """The same, counting the injury risk of groups that only men who can be injured are left to fill."""
        safe = {kind.mask for kind, available in supply.items() if available and not kind.injurable}
        deficit, risk = self.deficit.copy(), self.risk.copy()
        for group in _GROUPS:
            if deficit[group] > 0 and not risk[group] and not any(mask & group for mask in safe):
                deficit[group], risk[group] = deficit[group] + 1, True
        return Cover(deficit, risk)

    @property
    def worst(self) -> int:
        return max(0, *self.deficit)

    @property
    def complete(self) -> bool:
        return self.worst == 0

    def open_groups(self) -> list[tuple[int, int]]:
        """The groups in deficit that hold no smaller one of the same deficit: (positions as bits, men missing)."""
        found: list[tuple[int, int]] = []
        for group in sorted(_GROUPS, key=lambda one: _SIZE[one]):
            missing = self.deficit[group]
            if missing > 0 and not any(known & group == known and count >= missing for known, count in found):
                found.append((group, missing))
        return found


def planned_more(cover: Cover, supply: Supply) -> int | None:
    """Men a plan made one at a time needs: never too few, sometimes one or two more than must be. None: it fails."""
    left = {kind: count for kind, count in supply.items() if count}
    taken = 0
    while not cover.complete:
        here, worst = cover, cover.worst
        kind = max(left, key=lambda one: _gain(here, worst, one), default=None)
        if kind is None or _gain(cover, worst, kind) == 0:
            return None
        cover, taken = cover.with_man(kind), taken + 1
        left[kind] -= 1
        if not left[kind]:
            del left[kind]
    return taken


def fewest_more(cover: Cover, supply: Supply, most: int) -> int | None:
    """The fewest men of the supply that make the cover complete; None if `most` of them are not enough. Exact."""
    plan = planned_more(cover, supply)
    if plan is None:
        return None
    cover = cover.with_risk_to_come(supply)
    for count in range(cover.worst, most + 1):
        if count == plan or _can_complete(cover, dict(supply), count):
            return count
    return None


def _can_complete(cover: Cover, supply: dict[FielderKind, int], count: int) -> bool:
    if cover.worst == 0:
        return True
    if cover.worst > count or not _single_positions_reachable(cover, supply, count):
        return False
    tight = [group for group in _GROUPS if cover.deficit[group] == count]  # every man to come must play in these
    target = _hardest(cover, supply)
    for kind in _undominated(supply, count):
        if not kind.mask & target or not all(kind.mask & group for group in tight):
            continue
        rest = {**supply, kind: supply[kind] - 1}
        if _can_complete(cover.with_man(kind), rest, count - 1):
            return True
        supply = {other: left for other, left in supply.items() if other != kind}  # without this kind from here on
    return False


def _single_positions_reachable(cover: Cover, supply: Supply, count: int) -> bool:
    """Whether the best `count` men can fill the gaps of the single positions, counted together."""
    needy = sum(single for single in _SINGLES if cover.deficit[single] > 0)
    missing = sum(cover.deficit[single] for single in _SINGLES if needy & single)
    for size, available in _by_reach(supply, needy):
        taken = min(available, count)
        missing, count = missing - size * taken, count - taken
    return missing <= 0


def _by_reach(supply: Supply, needy: int) -> list[tuple[int, int]]:
    reach: dict[int, int] = {}
    for kind, available in supply.items():
        size = _SIZE[kind.mask & needy]
        reach[size] = reach.get(size, 0) + available
    return sorted(reach.items(), reverse=True)


def _hardest(cover: Cover, supply: Supply) -> int:
    """The group in deficit that the fewest kinds play in: the fewest ways to try."""
    in_deficit = [group for group in _GROUPS if cover.deficit[group] > 0]
    smallest = min(_SIZE[group] for group in in_deficit)
    kinds = [kind.mask for kind, available in supply.items() if available]
    return min(
        (group for group in in_deficit if _SIZE[group] == smallest),
        key=lambda group: sum(1 for mask in kinds if mask & group),
    )


def _undominated(supply: Supply, count: int) -> list[FielderKind]:
    """Kinds worth trying, the most versatile first; one that `count` better men stand before is never needed."""
    kinds = sorted((kind for kind, available in supply.items() if available), key=lambda kind: -_SIZE[kind.mask])
    return [kind for kind in kinds if sum(supply[other] for other in kinds if _better(other, kind)) < count]


def _better(other: FielderKind, kind: FielderKind) -> bool:
    if other == kind or kind.mask & ~other.mask:
        return False
    return other.injurable <= kind.injurable


def _gain(cover: Cover, worst: int, kind: FielderKind) -> int:
    """How much a man does for the groups in deficit: something by playing there, more by lessening it."""
    total = 0
    for group in _groups_of(kind.mask):
        missing = cover.deficit[group]
        if missing > 0:
            lessens = cover.risk[group] or not kind.injurable
            total += 1 + lessens * (1 + (missing == worst))
    return total


@cache
def _groups_of(mask: int) -> tuple[int, ...]:
    return tuple(group for group in _GROUPS if group & mask)
