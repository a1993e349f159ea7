"""The pool as a drafter reads it before the draft: rates, the man each position could do with instead, shelves by kind.

Players alike to the guard who throw alike stand on one shelf, best first; so a pick looks at the top of each shelf
and not at every player.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules_engine.draft.guard import PlayerKind, Prospect, kind_of
from rules_engine.draft.values import BattingLine, PitchingLine, batting_rates, pitching_rates
from rules_engine.eligibility.cards import POSITIONS

# how many men of each sort a team comes to hold; the last of them is what anybody can have instead
_PER_POSITION: Final = 2
_HITTERS: Final = 14
_STARTERS: Final = 5
_RELIEVERS: Final = 7


class PoolPlayer(NamedTuple):
    """An eligible player of the pool. `key` is the caller's; positions are those of the rules (no OF)."""

    key: int
    name: str
    positions: tuple[str, ...] = ()
    pitcher: bool = False
    can_start: bool = False
    can_relieve: bool = False
    can_be_injured: bool = True
    batting: BattingLine | None = None
    pitching: PitchingLine | None = None
    also_hits: bool = False  # of a pitcher: a two-way player

    @property
    def prospect(self) -> Prospect:
        return Prospect(self.positions, self.pitcher, self.can_start, self.can_be_injured, self.also_hits)


class Shelf(NamedTuple):
    """Players to whom the same things apply, best first."""

    kind: PlayerKind
    relieves: bool
    players: tuple[int, ...]


@dataclass(frozen=True)
class ScoutingBook:
    """The pool read once. Rates are runs over the pool's average: `bats` per plate appearance, `arms` per batter faced.

    `rate` is the bat of a hitter and the arm of a pitcher; a two-way player's bat.
    """

    players: dict[int, PoolPlayer]
    kinds: dict[int, PlayerKind]
    bats: dict[int, float]
    arms: dict[int, float]
    shelves: tuple[Shelf, ...]
    teams: int
    instead_at: tuple[float, ...]  # position -> rate of the hitter left when everybody has two
    instead_on_bench: float
    instead_starting: float
    instead_relieving: float

    @property
    def rate(self) -> dict[int, float]:
        return self.arms | self.bats

    def instead_of(self, mask: int) -> float:
        """What could be had instead of a hitter at these positions, on the average.

        A card that names a scarce position may hardly have played there, and the line does not say how well.
        """
        rates = [rate for place, rate in enumerate(self.instead_at) if mask >> place & 1]
        return sum(rates) / len(rates)

    def best_of(self, shelf: Shelf, undrafted: Collection[int], count: int) -> Iterator[int]:
        found = (key for key in shelf.players if key in undrafted)
        return (key for key, _ in zip(found, range(count), strict=False))


def scout(pool: Iterable[PoolPlayer], teams: int) -> ScoutingBook:
    """Read the eligible pool for a division of so many teams. A few milliseconds for 1,300 players."""
    players = {player.key: player for player in pool}
    bats, arms = _bats(players.values()), _arms(players.values())
    kinds = {key: kind_of(player.prospect) for key, player in players.items()}
    hitters = [key for key, kind in kinds.items() if kind.mask]
    starters = [key for key, kind in kinds.items() if kind.starter]
    relievers = [key for key, player in players.items() if player.pitcher and player.can_relieve]
    at = [[key for key in hitters if kinds[key].mask >> place & 1] for place in range(len(POSITIONS))]
    return ScoutingBook(
        players,
        kinds,
        bats,
        arms,
        _shelves(players, kinds, arms | bats),
        teams,
        tuple(_nth_best(keys, bats, teams * _PER_POSITION) for keys in at),
        _nth_best(hitters, bats, teams * _HITTERS),
        _nth_best(starters, arms, teams * _STARTERS),
        _nth_best(relievers, arms, teams * _RELIEVERS),
    )


def _bats(players: Iterable[PoolPlayer]) -> dict[int, float]:
    lines = {player.key: player.batting for player in players if player.also_hits or not player.pitcher}
    return dict(zip(lines, batting_rates(list(lines.values())), strict=True))


def _arms(players: Iterable[PoolPlayer]) -> dict[int, float]:
    lines = {player.key: player.pitching for player in players if player.pitcher}
    return dict(zip(lines, pitching_rates(list(lines.values())), strict=True))


def _shelves(players: dict[int, PoolPlayer], kinds: dict[int, PlayerKind], rate: dict[int, float]) -> tuple[Shelf, ...]:
    by_sort: dict[tuple[PlayerKind, bool], list[int]] = {}
    for key, player in players.items():
        by_sort.setdefault((kinds[key], player.pitcher and player.can_relieve), []).append(key)
    return tuple(
        Shelf(kind, relieves, tuple(sorted(keys, key=lambda key: (-rate[key], key))))
        for (kind, relieves), keys in by_sort.items()
    )


def _nth_best(keys: Sequence[int], rate: dict[int, float], place: int) -> float:
    rates = sorted((rate[key] for key in keys), reverse=True)
    return rates[min(place, len(rates)) - 1] if rates else 0.0
