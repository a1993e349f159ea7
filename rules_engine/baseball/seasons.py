"""Statistics of real seasons for making cards, and their rates per plate appearance."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

SMALL_SAMPLE = 60  # league-average plate appearances added, so that a beginner's ten at-bats don't determine his card
MOP_UP_OUTS = 90  # a hitter who pitched fewer than 30 innings gets no pitcher's card
REGULAR = 300  # plate appearances from which a player's own rates are used unchanged


class Rates(NamedTuple):
    """Rates per plate appearance, without sacrifices and intentional walks. The rest are outs on balls in play."""

    single: float = 0.0
    double: float = 0.0
    triple: float = 0.0
    homerun: float = 0.0
    walk: float = 0.0
    hit_by_pitch: float = 0.0
    strikeout: float = 0.0

    def plus(self, rates: "Rates", times: float = 1.0) -> "Rates":
        return Rates(*(mine + times * theirs for mine, theirs in zip(self, rates, strict=True)))

    def times(self, factor: float) -> "Rates":
        return Rates(*(factor * rate for rate in self))


@dataclass(frozen=True, slots=True)
class BattingSeason:
    """One player's batting. `name` is the name printed on the card."""

    name: str
    bats: Literal["L", "R", "S"]
    at_bats: int
    hits: int
    doubles: int
    triples: int
    homeruns: int
    walks: int
    strikeouts: int
    hit_by_pitch: int = 0
    sacrifice_flies: int = 0
    sacrifices: int = 0
    intentional_walks: int = 0
    stolen_bases: int = 0
    caught_stealing: int = 0
    runs: int = 0
    double_plays: int = 0

    @property
    def plate_appearances(self) -> int:
        return self.at_bats + self.walks - self.intentional_walks + self.hit_by_pitch + self.sacrifice_flies

    @property
    def counts(self) -> tuple[float, ...]:
        singles = self.hits - self.doubles - self.triples - self.homeruns
        walks = self.walks - self.intentional_walks
        return (
            singles,
            self.doubles,
            self.triples,
            self.homeruns,
            walks,
            self.hit_by_pitch,
            self.strikeouts,
        )


@dataclass(frozen=True, slots=True)
class PitchingSeason:
    """One player's pitching.

    Doubles and triples allowed are rarely recorded, so they are estimated from the league's share.
    """

    name: str
    throws: Literal["L", "R"]
    batters: int
    outs: int
    games: int
    starts: int
    hits: int
    homeruns: int
    walks: int
    strikeouts: int
    hit_batsmen: int = 0
    intentional_walks: int = 0
    wild_pitches: int = 0
    balks: int = 0
    saves: int = 0

    def counts(self, league: Rates) -> tuple[float, ...]:
        in_play = self.hits - self.homeruns
        shares = [league.single, league.double, league.triple]
        hits = [in_play * share / sum(shares) for share in shares]
        return (*hits, self.homeruns, self.walks - self.intentional_walks, self.hit_batsmen, self.strikeouts)


@dataclass(frozen=True, slots=True)
class FieldingSeason:
    """One player at one position, with his team's outs while he played there."""

    position: str
    outs: int
    games: int
    putouts: int
    assists: int
    errors: int
    passed_balls: int = 0
    stolen_bases: int = 0
    caught_stealing: int = 0


@dataclass(frozen=True, slots=True)
class LeagueSeason:
    """A league's season by player, from which cards are made."""

    year: int
    name: str  # "AL"
    batting: Mapping[str, BattingSeason]
    pitching: Mapping[str, PitchingSeason]
    fielding: Mapping[str, Sequence[FieldingSeason]]  # one line per position played
    hands: Mapping[str, str]  # how a pitcher bats: L, R or B
    teams: Mapping[str, Sequence[str]]  # players by team; a traded player belongs to the team he played for most
    double_plays: int = 0  # turned by its teams, of every kind
    two_way: frozenset[str] = frozenset()  # players with both a hitter's card and a pitcher's card

    def without_mop_ups(self) -> "LeagueSeason":
        """Return the season without hitters' mop-up innings, which don't earn a pitcher's card."""
        hitters = {player: line.at_bats + line.walks for player, line in self.batting.items()}
        pitching = {
            player: line
            for player, line in self.pitching.items()
            if not is_mop_up(hitters.get(player, 0), batters_faced=line.batters, outs=line.outs)
        }
        return replace(self, pitching=pitching)

    def bats_as_pitcher(self, player: str) -> bool:
        """Return whether a player has a pitcher's card and no hitter's card of his own."""
        return player in self.pitching and player not in self.two_way

    def grounded_into(self, share: float) -> float:
        """Return double plays that batters grounded into.

        If they weren't recorded, return this share of those turned.
        """
        return sum(line.double_plays for line in self.batting.values()) or share * self.double_plays


def is_mop_up(at_bats_and_walks: int, *, batters_faced: int, outs: int) -> bool:
    """Return whether a player's innings are mop-up innings by a hitter."""
    return at_bats_and_walks > batters_faced and outs < MOP_UP_OUTS


def outs_of_starts(season: PitchingSeason) -> float:
    """Estimate a pitcher's outs as a starter. No record splits them, so a start counts as three relief appearances."""
    relieved = season.games - season.starts
    return season.outs * 3 * season.starts / max(1, 3 * season.starts + relieved)


def league_rates(seasons: Iterable[BattingSeason]) -> Rates:
    """Return the rates of all players together."""
    total = [0.0] * len(Rates._fields)
    appearances = 0
    for season in seasons:
        appearances += season.plate_appearances
        total = [sum_so_far + count for sum_so_far, count in zip(total, season.counts, strict=True)]
    if appearances <= 0:
        raise ValueError("a league without plate appearances has no rates")
    return Rates(*(count / appearances for count in total))


def batter_rates(season: BattingSeason, league: Rates) -> Rates:
    """Return the batter's rates. With few plate appearances, they are regressed toward the league's rates."""
    return _drawn(season.counts, season.plate_appearances, league)


def drawn_rates(season: BattingSeason, group: Rates) -> Rates:
    """Return a player's rates, regressed toward the rates of a group such as pitchers at bat."""
    return _drawn(season.counts, season.plate_appearances, group)


def pitcher_rates(season: PitchingSeason, league: Rates) -> Rates:
    return _drawn(season.counts(league), season.batters - season.intentional_walks, league)


def _drawn(counts: tuple[float, ...], appearances: int, league: Rates) -> Rates:
    """Regress toward the league less as plate appearances increase, so regulars keep their own rates."""
    added = SMALL_SAMPLE * max(0.0, 1 - appearances / REGULAR)
    return Rates(*((count + added * rate) / (appearances + added) for count, rate in zip(counts, league, strict=True)))
