"""The player pool as a drafter evaluates it: rates, replacements at each position, and groups of similar players.

Similar players form a group, best first. So a pick needs only the top of each group rather than every player.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from rules_engine.draft.player_kinds import PlayerKind, Prospect, kind_of
from rules_engine.draft.values import BattingLine, PitchingLine, batting_rates, pitching_rates
from rules_engine.eligibility.cards import POSITIONS

# players of each kind drafted per team; the last of them is the replacement that any team can get
_PER_POSITION: Final = 2
_HITTERS: Final = 14
_STARTERS: Final = 5
_RELIEVERS: Final = 7


class PoolPlayer(NamedTuple):
    """An eligible player in the pool. The caller chooses `key`. Positions follow the rules (no OF)."""

    key: int
    name: str
    positions: tuple[str, ...] = ()
    pitcher: bool = False
    can_start: bool = False
    can_relieve: bool = False
    can_be_injured: bool = True
    batting: BattingLine | None = None
    pitching: PitchingLine | None = None
    also_hits: bool = False  # for a pitcher: a two-way player

    @property
    def prospect(self) -> Prospect:
        return Prospect(self.positions, self.pitcher, self.can_start, self.can_be_injured, self.also_hits)


class PlayerGroup(NamedTuple):
    """Players of the same kind and role, best first."""

    kind: PlayerKind
    relieves: bool
    players: tuple[int, ...]


@dataclass(frozen=True)
class ScoutingBook:
    """The pool with each player's value. Rates are runs above the pool's average.

    `bats` are per plate appearance and `arms` per batter faced. `rate` is the batting rate of a hitter or two-way
    player, and the pitching rate of a pitcher.
    """

    players: dict[int, PoolPlayer]
    kinds: dict[int, PlayerKind]
    bats: dict[int, float]
    arms: dict[int, float]
    player_groups: tuple[PlayerGroup, ...]
    teams: int
    replacement_by_position: tuple[float, ...]  # rate of the best hitter left after each team has two
    replacement_on_bench: float
    replacement_starter: float
    replacement_reliever: float

    @property
    def rate(self) -> dict[int, float]:
        return self.arms | self.bats

    def replacement_rate(self, mask: int) -> float:
        """Return the average rate of a replacement at these positions.

        The average is used because a player may hardly have played a scarce position on his card.
        """
        rates = [rate for place, rate in enumerate(self.replacement_by_position) if mask >> place & 1]
        return sum(rates) / len(rates)

    def best_of(self, group: PlayerGroup, undrafted: Collection[int], count: int) -> Iterator[int]:
        available = (key for key in group.players if key in undrafted)
        return islice(available, count)


def scout(pool: Iterable[PoolPlayer], teams: int) -> ScoutingBook:
    """Evaluate the eligible pool for a division with this many teams.

    This takes a few milliseconds for 1,300 players.
    """
    players = {player.key: player for player in pool}
    bats, arms = _bats(players.values()), _arms(players.values())
    kinds = {key: kind_of(player.prospect) for key, player in players.items()}
    hitters = [key for key, kind in kinds.items() if kind.mask]
    starters = [key for key, kind in kinds.items() if kind.starter]
    relievers = [key for key, player in players.items() if player.pitcher and player.can_relieve]
    by_position = [[key for key in hitters if kinds[key].mask >> place & 1] for place in range(len(POSITIONS))]
    return ScoutingBook(
        players,
        kinds,
        bats,
        arms,
        _group_players(players, kinds, arms | bats),
        teams,
        tuple(_nth_best(keys, bats, teams * _PER_POSITION) for keys in by_position),
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


def _group_players(
    players: dict[int, PoolPlayer], kinds: dict[int, PlayerKind], rate: dict[int, float]
) -> tuple[PlayerGroup, ...]:
    by_sort: dict[tuple[PlayerKind, bool], list[int]] = {}
    for key, player in players.items():
        by_sort.setdefault((kinds[key], player.pitcher and player.can_relieve), []).append(key)
    return tuple(
        PlayerGroup(kind, relieves, tuple(sorted(keys, key=lambda key: (-rate[key], key))))
        for (kind, relieves), keys in by_sort.items()
    )


def _nth_best(keys: Sequence[int], rate: dict[int, float], place: int) -> float:
    rates = sorted((rate[key] for key in keys), reverse=True)
    return rates[min(place, len(rates)) - 1] if rates else 0.0
