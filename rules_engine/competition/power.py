"""Power rounds: teams close in the standings meet, without a rematch unless the format lets it be."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

Pair = frozenset[int]

_LAST_POWER_ROUND = 4


class PowerError(ValueError):
    """No pairing can be made; the message says why."""


@dataclass(frozen=True, slots=True)
class PowerRound:
    """Pairs in order of their better team, and the team on bye in an odd division."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


def power_round(
    ranking: Sequence[int],
    *,
    met: Collection[Pair] = (),
    eliminated: Collection[int] = (),
    number: int = 1,
    rounds: int = 1,
    advancing: int = 1,
    had_bye: Collection[int] = (),
) -> PowerRound:
    """Pair the teams of `ranking` (best first) for power round `number` of `rounds`.

    First meets second, third meets fourth and so on; where it is the only power round or the fourth, and two
    advance, first meets fourth and second meets third. Pairs of `met` do not meet again, except in the fourth
    round or when both are mathematically eliminated. Where that upsets the order, the higher ranked come first
    and meet the nearest team they can. In an odd division the lowest team without a bye so far sits out.
    Raises PowerError when no pairing without a rematch exists.
    """
    bye = _bye(ranking, had_bye)
    field = [team for team in ranking if team != bye]
    out = set(eliminated)
    barred = {pair for pair in met if not pair <= out} if number != _LAST_POWER_ROUND else set()
    crossed = advancing == 2 and (rounds == 1 or number == _LAST_POWER_ROUND)
    pairs = _paired(field, barred, crossed)
    if pairs is None:
        raise PowerError("everybody left has met everybody else: no pairing without a rematch")
    return PowerRound(pairs, bye)


def _bye(ranking: Sequence[int], had_bye: Collection[int]) -> int | None:
    if len(ranking) % 2 == 0:
        return None
    return next((team for team in reversed(ranking) if team not in had_bye), ranking[-1])


def _paired(field: Sequence[int], barred: set[Pair], crossed: bool) -> tuple[tuple[int, int], ...] | None:
    @cache
    def pair_off(left: tuple[int, ...]) -> tuple[tuple[int, int], ...] | None:
        if not left:
            return ()
        first, *rest = left
        for other in sorted(rest, key=lambda place: _distance(first, place, crossed)):
            if frozenset((field[first], field[other])) in barred:
                continue
            others = pair_off(tuple(place for place in rest if place != other))
            if others is not None:
                return ((field[first], field[other]), *others)
        return None

    return pair_off(tuple(range(len(field))))


def _distance(first: int, other: int, crossed: bool) -> int:
    """How far `other` is from the team that `first` should meet by right; the nearer below comes before the rest."""
    wanted = 3 - first if crossed and first < 2 else first + 1
    return 2 * abs(other - wanted) + (other < wanted)
