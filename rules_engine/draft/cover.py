"""How few more position players a team needs before every position is covered after any one injury (T31.10).

A group of positions is in *deficit* when fewer men than it has positions can play in it, or just as many while one
of them can be injured. A team is legal when no group is in deficit, and a further man never adds to a deficit.
So the question is how few men of the pool bring every deficit to nothing: a plan made man by man answers it
mostly; where that plan may be too long, a search settles it exactly.
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
    """Position players who are alike to T31.10: the same positions, as bits, and the same risk of injury."""

    mask: int
    injurable: bool = True


Supply = Mapping[FielderKind, int]


# A number of each group lies in a byte of its own of one whole number, so that all groups are counted at once. A byte
# knows no minus: a deficit is kept so much higher. No team has so many men that it could go below.
_BYTES: Final = ALL_POSITIONS + 1
_NOTHING_MISSING: Final = 200
_MISSING: Final = bytes(kept > _NOTHING_MISSING for kept in range(256))


def _of_bytes(by_group: bytes) -> int:
    return int.from_bytes(by_group, "little")


@cache
def _touched_by(mask: int) -> int:
    """1 for every group that a man with these positions can play in."""
    return _of_bytes(bytes(bool(group & mask) for group in range(_BYTES)))


@cache
def _is(missing: int) -> bytes:
    return bytes(kept == _NOTHING_MISSING + missing for kept in range(256))


class Cover:
    """What a team's fielders leave open, group of positions by group. Never changed once made."""

    __slots__ = ("_deficits", "_risks")

    def __init__(self, deficits: int, risks: int) -> None:
        self._deficits = deficits  # by group; more than nothing is missing men
        self._risks = risks  # by group: 1 where a man who can be injured plays in it

    @classmethod
    def of(cls, fielders: Iterable[FielderKind], *, backups: bool = False) -> "Cover":
        """`backups`: every position wants two men, whether they can be injured or not."""
        deficit, risk = [_NOTHING_MISSING + size for size in _SIZE], [False] * _BYTES
        for single in _SINGLES if backups else ():
            deficit[single], risk[single] = _NOTHING_MISSING + 2, True
        cover = cls(_of_bytes(bytes(deficit)), _of_bytes(bytes(risk)))
        for kind in fielders:
            cover = cover.with_man(kind)
        return cover

    def with_man(self, kind: FielderKind) -> "Cover":
        plays = _touched_by(kind.mask)
        if not kind.injurable:
            return Cover(self._deficits - plays, self._risks)
        # where he is the first who can be injured he is one man more, but now there is an injury to cover: no gain
        return Cover(self._deficits - (plays & self._risks), self._risks | plays)

    def with_risk_to_come(self, supply: Supply) -> "Cover":
        """The same, counting the injury risk of groups that only men who can be injured are left to fill."""
        safe = 0
        for mask in {kind.mask for kind, available in supply.items() if available and not kind.injurable}:
            safe |= _touched_by(mask)
        risky = self.missing & ~self._risks & ~safe
        return Cover(self._deficits + risky, self._risks | risky)

    @property
    def deficit(self) -> list[int]:
        """Men missing by group; less than nothing where there are more than enough."""
        return [kept - _NOTHING_MISSING for kept in self._by_group]

    @property
    def missing(self) -> int:
        """1 for every group in deficit."""
        return _of_bytes(self._by_group.translate(_MISSING))

    def gains(self) -> Callable[[FielderKind], int]:
        """How much a man does for the groups in deficit: something by playing there, more by lessening it."""
        missing, risks = self.missing, self._risks
        hardest = _of_bytes(self._by_group.translate(_is(self.worst)))
        lessened, most_lessened = missing & risks, hardest & risks

        def gain(kind: FielderKind) -> int:
            plays = _touched_by(kind.mask)
            less, most = (lessened, most_lessened) if kind.injurable else (missing, hardest)
            return (plays & missing).bit_count() + (plays & less).bit_count() + (plays & most).bit_count()

        return gain

    @property
    def worst(self) -> int:
        return max(self._by_group) - _NOTHING_MISSING  # the group of no positions misses nobody

    @property
    def complete(self) -> bool:
        return self.worst == 0

    @property
    def _by_group(self) -> bytes:
        return self._deficits.to_bytes(_BYTES, "little")

    def open_singles(self) -> list[tuple[int, int]]:
        """The single positions in deficit: (position as a bit, men missing)."""
        deficit = self.deficit
        return [(single, deficit[single]) for single in _SINGLES if deficit[single] > 0]

    def open_groups(self) -> list[tuple[int, int]]:
        """The groups in deficit that hold no smaller one of the same deficit: (positions as bits, men missing)."""
        found: list[tuple[int, int]] = []
        deficit = self.deficit
        for group in _BY_SIZE:
            missing = deficit[group]
            if missing > 0 and not any(known & group == known and count >= missing for known, count in found):
                found.append((group, missing))
        return found


def planned_more(cover: Cover, supply: Supply) -> int | None:
    """Men a plan made one at a time needs: never too few, sometimes one or two more than must be. None: it fails."""
    left = {kind: count for kind, count in supply.items() if count}
    taken = 0
    while not cover.complete:
        gain = cover.gains()
        kind = max(left, key=gain, default=None)
        if kind is None or gain(kind) == 0:
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
    deficit = cover.deficit
    tight = [group for group in _GROUPS if deficit[group] == count]  # every man to come must play in these
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
    deficit = cover.deficit
    needy = sum(single for single in _SINGLES if deficit[single] > 0)
    missing = sum(deficit[single] for single in _SINGLES if needy & single)
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
    deficit = cover.deficit
    in_deficit = [group for group in _GROUPS if deficit[group] > 0]
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
