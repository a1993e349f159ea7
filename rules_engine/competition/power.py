"""Power rounds: teams close in the standings meet, without rematches unless the format allows them."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

Pair = frozenset[int]

_LAST_POWER_ROUND = 4


class PowerError(ValueError):
    """No pairing is possible."""


@dataclass(frozen=True, slots=True)
class PowerRound:
    """The pairs in order of their better team, and the team on bye in an odd division."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


def power_round(
    ranking: Sequence[int],
    *,
    met: Iterable[Pair] = (),
    eliminated: Collection[int] = (),
    number: int = 1,
    rounds: int = 1,
    advancing: int = 1,
    byes: Iterable[int] = (),
) -> PowerRound:
    """Pair the teams of `ranking` (best first) for power round `number` of `rounds`.

    First meets second, third meets fourth, and so on. In the only or the fourth power round, if two teams advance,
    first meets fourth and second meets third. There are no rematches except in the fourth round or between two
    eliminated teams. Meetings that every pair has had, as in a round robin, don't count. If rematches upset the order,
    higher-ranked teams choose the nearest opponent first. In an odd division, the lowest team with the fewest byes sits
    out, or the next one if the others can't be paired.

    Args:
        met: Pairs that have met, once per meeting.
        byes: Teams that had a bye, once per bye.

    Raises:
        PowerError: No pairing without a rematch exists.
    """
    out = set(eliminated)
    barred = {pair for pair in _rematches(ranking, met) if not pair <= out} if number != _LAST_POWER_ROUND else set()
    crossed = advancing == 2 and (rounds == 1 or number == _LAST_POWER_ROUND)
    for bye in _may_sit_out(ranking, Counter(byes)):
        pairs = _paired([team for team in ranking if team != bye], barred, crossed)
        if pairs is not None:
            return PowerRound(pairs, bye)
    raise PowerError("all remaining teams have met each other: no pairing without a rematch")


def _rematches(ranking: Sequence[int], met: Iterable[Pair]) -> set[Pair]:
    """Return the pairs that have met more often than every pair has."""
    times = Counter(met)
    every_pair = min((times[frozenset(pair)] for pair in combinations(ranking, 2)), default=0)
    return {pair for pair, count in times.items() if count > every_pair}


def _may_sit_out(ranking: Sequence[int], byes: Counter[int]) -> list[int | None]:
    """Return the teams eligible for the bye, in the order tried. An even division has just None."""
    if len(ranking) % 2 == 0:
        return [None]
    return [*sorted(ranking, key=lambda team: (byes[team], -ranking.index(team)))]


def _paired(field: Sequence[int], barred: set[Pair], crossed: bool) -> tuple[tuple[int, int], ...] | None:
    @cache
    def pair_off(left: tuple[int, ...]) -> tuple[tuple[int, int], ...] | None:
        if not left:
            return ()
        first, *rest = left
        for opponent in sorted(rest, key=lambda place: _distance(first, place, crossed)):
            if frozenset((field[first], field[opponent])) in barred:
                continue
            remaining_pairs = pair_off(tuple(place for place in rest if place != opponent))
            if remaining_pairs is not None:
                return ((field[first], field[opponent]), *remaining_pairs)
        return None

    return pair_off(tuple(range(len(field))))


def _distance(first: int, opponent: int, crossed: bool) -> int:
    """Return how far `opponent` is from the ideal opponent of `first`.

    If two are equally far, the lower-ranked comes first.
    """
    target = 3 - first if crossed and first < 2 else first + 1
    return 2 * abs(opponent - target) + (opponent < target)
