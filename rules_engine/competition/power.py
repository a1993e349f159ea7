"""Power rounds: teams close in the standings meet, without a rematch unless the format lets it be."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

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
    met: Iterable[Pair] = (),
    eliminated: Collection[int] = (),
    number: int = 1,
    rounds: int = 1,
    advancing: int = 1,
    byes: Iterable[int] = (),
) -> PowerRound:
    """Pair the teams of `ranking` (best first) for power round `number` of `rounds`.

    First meets second, third meets fourth and so on; where it is the only power round or the fourth, and two
    advance, first meets fourth and second meets third. Pairs of `met` (each as often as they met) do not meet again,
    except in the fourth round or when both are mathematically eliminated; a meeting that everybody has had with
    everybody, as after a whole round robin, makes no rematch. Where that upsets the order, the higher ranked come
    first and meet the nearest team they can. In an odd division the lowest of those sits out who had the fewest byes
    (`byes`: each team as often as it had one), or the next of them where the others could not be paired.
    Raises PowerError when no pairing without a rematch exists.
    """
    out = set(eliminated)
    barred = {pair for pair in _rematches(ranking, met) if not pair <= out} if number != _LAST_POWER_ROUND else set()
    crossed = advancing == 2 and (rounds == 1 or number == _LAST_POWER_ROUND)
    for bye in _may_sit_out(ranking, Counter(byes)):
        pairs = _paired([team for team in ranking if team != bye], barred, crossed)
        if pairs is not None:
            return PowerRound(pairs, bye)
    raise PowerError("everybody left has met everybody else: no pairing without a rematch")


def _rematches(ranking: Sequence[int], met: Iterable[Pair]) -> set[Pair]:
    """Pairs that have met more often than everybody has."""
    times = Counter(met)
    everybody = min((times[frozenset(pair)] for pair in combinations(ranking, 2)), default=0)
    return {pair for pair, often in times.items() if often > everybody}


def _may_sit_out(ranking: Sequence[int], byes: Counter[int]) -> list[int | None]:
    """In the order in which they are tried; nobody in an even division."""
    if len(ranking) % 2 == 0:
        return [None]
    return [*sorted(ranking, key=lambda team: (byes[team], -ranking.index(team)))]


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
