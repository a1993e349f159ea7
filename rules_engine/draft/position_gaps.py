"""The fewest position players that a team needs to cover every position after any single injury (T31.10).

A group of positions is in *deficit* if fewer players than positions can play in it, or just as many while one of them
can be injured. A team is legal if no group is in deficit, and adding a player never increases a deficit. So the
question is how few players from the pool remove every deficit. A greedy plan usually finds the minimum. If the plan
may be too long, an exact search follows.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from rules_engine.eligibility.cards import POSITIONS
from rules_engine.eligibility.roster import ALL_POSITIONS

_GROUPS: Final = range(1, ALL_POSITIONS + 1)
_SIZE: Final = tuple(group.bit_count() for group in range(ALL_POSITIONS + 1))
_SINGLES: Final = tuple(1 << place for place in range(len(POSITIONS)))
_BY_SIZE: Final = sorted(_GROUPS, key=lambda group: _SIZE[group])


class FielderKind(NamedTuple):
    """Interchangeable position players under T31.10, with the same positions (as bits) and the same injury risk."""

    mask: int
    injurable: bool = True


Supply = Mapping[FielderKind, int]


# One int has a byte per group, so that all groups are counted at once. A byte can't be negative, so deficits
# are stored with an offset of 200. No team has enough players to go below it.
_BYTES: Final = ALL_POSITIONS + 1
_NOTHING_MISSING: Final = 200
_MISSING: Final = bytes(value > _NOTHING_MISSING for value in range(256))


def _of_bytes(by_group: bytes) -> int:
    return int.from_bytes(by_group, "little")


@cache
def _touched_by(mask: int) -> int:
    """Return 1 for every group in which a player with these positions can play."""
    return _of_bytes(bytes(bool(group & mask) for group in range(_BYTES)))


@cache
def _is(missing: int) -> bytes:
    return bytes(value == _NOTHING_MISSING + missing for value in range(256))


class PositionGaps:
    """A team's deficits in each group of positions. Immutable."""

    __slots__ = ("_deficits", "_risks")

    def __init__(self, deficits: int, risks: int) -> None:
        self._deficits = deficits  # by group, with the offset
        self._risks = risks  # by group: 1 if a player who can be injured plays in it

    @classmethod
    def of_fielders(cls, fielders: Iterable[FielderKind], *, backups: bool = False) -> "PositionGaps":
        """Return the gaps for these fielders. With `backups`, every position needs two players, injurable or not."""
        deficit = [_NOTHING_MISSING + size for size in _SIZE]
        risk = [False] * _BYTES
        if backups:
            for single in _SINGLES:
                deficit[single] = _NOTHING_MISSING + 2
                risk[single] = True
        gaps = cls(_of_bytes(bytes(deficit)), _of_bytes(bytes(risk)))
        for kind in fielders:
            gaps = gaps.with_fielder(kind)
        return gaps

    def with_fielder(self, kind: FielderKind) -> "PositionGaps":
        plays = _touched_by(kind.mask)
        if not kind.injurable:
            return PositionGaps(self._deficits - plays, self._risks)
        # The first injurable player in a group adds one player and one injury to cover, so the deficit doesn't change.
        return PositionGaps(self._deficits - (plays & self._risks), self._risks | plays)

    def with_coming_risk(self, supply: Supply) -> "PositionGaps":
        """Return the same gaps, plus the injury risk in groups that only injurable players are left to fill."""
        safe = 0
        for mask in {kind.mask for kind, available in supply.items() if available and not kind.injurable}:
            safe |= _touched_by(mask)
        risky = self.missing & ~self._risks & ~safe
        return PositionGaps(self._deficits + risky, self._risks | risky)

    @property
    def deficit(self) -> list[int]:
        """Return the missing players by group. Negative numbers mean extra players."""
        return [value - _NOTHING_MISSING for value in self._by_group]

    @property
    def missing(self) -> int:
        """Return 1 for every group in deficit."""
        return _of_bytes(self._by_group.translate(_MISSING))

    def gains(self) -> Callable[[FielderKind], int]:
        """Return a function that scores a player for the groups in deficit.

        The score is higher if he plays there, and if he reduces the deficit.
        """
        missing, risks = self.missing, self._risks
        hardest = _of_bytes(self._by_group.translate(_is(self.worst)))

        def gain(kind: FielderKind) -> int:
            plays = _touched_by(kind.mask)
            reduced = plays & risks if kind.injurable else plays
            score = (plays & missing).bit_count()
            score += (reduced & missing).bit_count()
            score += (reduced & hardest).bit_count()
            return score

        return gain

    @property
    def worst(self) -> int:
        return max(self._by_group) - _NOTHING_MISSING  # never negative, because the empty group has no deficit

    @property
    def complete(self) -> bool:
        return self.worst == 0

    @property
    def _by_group(self) -> bytes:
        return self._deficits.to_bytes(_BYTES, "little")

    def open_singles(self) -> list[tuple[int, int]]:
        """Return the single positions in deficit as (position as a bit, missing players)."""
        deficit = self.deficit
        return [(single, deficit[single]) for single in _SINGLES if deficit[single] > 0]

    def open_groups(self) -> list[tuple[int, int]]:
        """Return deficit groups that contain no smaller group with the same deficit, as (position bits, missing)."""
        groups: list[tuple[int, int]] = []
        deficit = self.deficit
        for group in _BY_SIZE:
            missing = deficit[group]
            if missing > 0 and not any(smaller & group == smaller and count >= missing for smaller, count in groups):
                groups.append((group, missing))
        return groups


def plan_fielders(gaps: PositionGaps, supply: Supply) -> int | None:
    """Return how many fielders a greedy plan needs, or None if it fails.

    The number is never too low, but sometimes one or two too high.
    """
    left = {kind: count for kind, count in supply.items() if count}
    needed = 0
    while not gaps.complete:
        gain = gaps.gains()
        kind = max(left, key=gain, default=None)
        if kind is None or gain(kind) == 0:
            return None
        gaps = gaps.with_fielder(kind)
        needed += 1
        left[kind] -= 1
        if not left[kind]:
            del left[kind]
    return needed


def fewest_fielders(gaps: PositionGaps, supply: Supply, most: int) -> int | None:
    """Return the exact minimum of fielders from the supply that fill the gaps, or None if `most` aren't enough."""
    plan = plan_fielders(gaps, supply)
    if plan is None:
        return None
    gaps = gaps.with_coming_risk(supply)
    for count in range(gaps.worst, most + 1):
        if count == plan or _can_complete(gaps, dict(supply), count):
            return count
    return None


def _can_complete(gaps: PositionGaps, supply: dict[FielderKind, int], count: int) -> bool:
    if gaps.worst == 0:
        return True
    if gaps.worst > count or not _single_positions_reachable(gaps, supply, count):
        return False
    deficit = gaps.deficit
    tight = [group for group in _GROUPS if deficit[group] == count]  # every further player must play in these
    target = _hardest(gaps, supply)
    for kind in _undominated(supply, count):
        if not kind.mask & target or not all(kind.mask & group for group in tight):
            continue
        rest = {**supply, kind: supply[kind] - 1}
        if _can_complete(gaps.with_fielder(kind), rest, count - 1):
            return True
        supply = {candidate: left for candidate, left in supply.items() if candidate != kind}
    return False


def _single_positions_reachable(gaps: PositionGaps, supply: Supply, count: int) -> bool:
    """Return whether the best `count` players can fill the gaps at single positions, counted together."""
    deficit = gaps.deficit
    needy = sum(single for single in _SINGLES if deficit[single] > 0)
    missing = sum(deficit[single] for single in _SINGLES if needy & single)
    for size, available in _by_reach(supply, needy):
        chosen = min(available, count)
        missing -= size * chosen
        count -= chosen
    return missing <= 0


def _by_reach(supply: Supply, needy: int) -> list[tuple[int, int]]:
    reach: dict[int, int] = {}
    for kind, available in supply.items():
        size = _SIZE[kind.mask & needy]
        reach[size] = reach.get(size, 0) + available
    return sorted(reach.items(), reverse=True)


def _hardest(gaps: PositionGaps, supply: Supply) -> int:
    """Return the group in deficit in which the fewest kinds can play."""
    deficit = gaps.deficit
    in_deficit = [group for group in _GROUPS if deficit[group] > 0]
    smallest = min(_SIZE[group] for group in in_deficit)
    kinds = [kind.mask for kind, available in supply.items() if available]
    return min(
        (group for group in in_deficit if _SIZE[group] == smallest),
        key=lambda group: sum(1 for mask in kinds if mask & group),
    )


def _undominated(supply: Supply, count: int) -> list[FielderKind]:
    """Return the kinds worth trying, most versatile first. A kind with `count` better players is never needed."""
    kinds = sorted((kind for kind, available in supply.items() if available), key=lambda kind: -_SIZE[kind.mask])
    return [kind for kind in kinds if sum(supply[rival] for rival in kinds if _better(rival, kind)) < count]


def _better(rival: FielderKind, kind: FielderKind) -> bool:
    if rival == kind or kind.mask & ~rival.mask:
        return False
    return rival.injurable <= kind.injurable
