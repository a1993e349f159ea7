"""Choose teams and lineups for a replayed league's games, so that playing time matches the real season."""

import math
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from rules_engine.baseball.lineups import SCARCEST_FIRST
from rules_engine.baseball.seasons import LeagueSeason
from rules_engine.baseball.state import Side
from rules_engine.baseball.substitutions import side_from
from seasons.league_statistics import designated_hitter

RELIEVERS_PER_APPEARANCE: Final = 1.5  # relievers on the bench for each real relief appearance per game
MAX_RELIEVERS: Final = 8
_TURNS_PER_GAME: Final = 4.2  # a fielder's plate appearances per 27 outs
_STARTER_STEP: Final = 8
_HITTER_STEP: Final = 9
_BULLPEN_STEP: Final = 10
_PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61)
_IRRATIONALS: Final = tuple(math.sqrt(prime) % 1 for prime in _PRIMES)


@dataclass
class ReplaySchedule:
    """A replayed league's games, in which each pair of teams meets equally often.

    Lineups are not random. The fractional part of n times an irrational number chooses who plays in a team's n-th
    game. After a few hundred games, every player has his share of playing time.

    Attributes:
        pitchers: Players with a pitcher's card.
        hitters: Players with a hitter's card. A two-way player is in both.
        relief_outs: A function that returns a pitcher's relief outs, or None if he doesn't relieve.
        has_hitter: Whether there is a designated hitter.
        relievers: Number of relievers on the bench in a game.
    """

    statistics: LeagueSeason
    teams: Mapping[str, Sequence[str]]
    pitchers: Collection[str]
    hitters: Collection[str]
    relief_outs: Callable[[str], float | None]
    has_hitter: bool = field(init=False)
    pairs: Sequence[tuple[str, str]] = field(init=False)
    relievers: int = field(init=False)
    _weights: dict[tuple[str, str], Mapping[str, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.has_hitter = designated_hitter(self.statistics.name, self.statistics.year)
        pairs = list(combinations(sorted(self.teams), 2))
        random.Random(len(pairs)).shuffle(pairs)
        self.pairs = pairs
        lines = self.statistics.pitching.values()
        starts = sum(line.starts for line in lines)
        relief_games = sum(line.games - line.starts for line in lines)
        per_start = relief_games / max(1, starts)
        self.relievers = min(MAX_RELIEVERS, round(RELIEVERS_PER_APPEARANCE * per_start) + 1)

    def sides(self, number: int, absent: Collection[str] = ()) -> tuple[Side, Side]:
        """Return the lineups for game `number`, counted from 0, without absent players."""
        away, home = self.matchup(number)
        away_side = self.side(away, self._team_game(away, number), absent)
        home_side = self.side(home, self._team_game(home, number), absent)
        return away_side, home_side

    def matchup(self, number: int) -> tuple[str, str]:
        """Return the visitors and the home team in game `number`."""
        round_number, index = divmod(number, len(self.pairs))
        pair = self.pairs[index]
        return pair[::-1] if round_number % 2 else pair

    def _team_game(self, team: str, number: int) -> int:
        """Return the number of games that the team has played before game `number`."""
        round_number, index = divmod(number, len(self.pairs))
        earlier_in_round = sum(team in pair for pair in self.pairs[:index])
        return round_number * (len(self.teams) - 1) + earlier_in_round

    def side(self, team: str, number: int, absent: Collection[str] = ()) -> Side:
        """Return a lineup: fielders by innings at the position, the pitcher by starts, and a bench."""
        starter = _choose(_available(self._starts(team), absent), _fraction(number, _STARTER_STEP), {})
        chosen = {"p": starter}
        for step, position in enumerate(SCARCEST_FIRST):
            weights = _available(self._outs_at(team, position), absent)
            chosen[position] = _choose(weights, _fraction(number, step), chosen)
        batting = {position: chosen[position] for position in SCARCEST_FIRST}
        extra_turns = _available(self._extra_turns(team), absent)
        if starter in self.hitters:
            batting["p"] = starter
        elif self.has_hitter and len(extra_turns) > len(batting):
            batting["dh"] = _choose(extra_turns, _fraction(number, _HITTER_STEP), batting)
        order = sorted(batting.values(), key=self._turns, reverse=True)
        bullpen = self._bullpen(team, {starter, *order, *absent}, number)
        dice = random.Random(number)
        spare_bats = [player for player in extra_turns if player not in order and player not in bullpen]
        spare_bats.sort(key=lambda player: extra_turns[player] * dice.random())
        if starter not in order:
            order = [*order, starter][:9]
        return side_from(tuple(order), chosen, (*spare_bats, *bullpen))

    def _outs_at(self, team: str, position: str) -> Mapping[str, float]:
        """Return each hitter's fielding outs at a position."""
        weights = self._weights.get((team, position))
        if weights is None:
            weights = {player: self._player_outs_at(player, position) for player in self._hitters_of(team)}
            self._weights[team, position] = weights
        return weights

    def _player_outs_at(self, player: str, position: str) -> float:
        seasons = self.statistics.fielding.get(player, ())
        return sum(season.outs for season in seasons if season.position == position)

    def _extra_turns(self, team: str) -> Mapping[str, float]:
        """Return each hitter's plate appearances beyond his time in the field, as a DH or pinch hitter."""
        weights = self._weights.get((team, "spare"))
        if weights is None:
            weights = {player: self._player_extra_turns(player) for player in self._hitters_of(team)}
            self._weights[team, "spare"] = weights
        return weights

    def _player_extra_turns(self, player: str) -> float:
        outs = sum(season.outs for season in self.statistics.fielding.get(player, ()))
        return max(1.0, self._turns(player) - _TURNS_PER_GAME * outs / 27)

    def _turns(self, player: str) -> float:
        season = self.statistics.batting[player]
        return season.plate_appearances + season.intentional_walks + season.sacrifices

    def _starts(self, team: str) -> Mapping[str, float]:
        pitching = self.statistics.pitching
        return {player: pitching[player].starts for player in self._pitchers_of(team)}

    def _bullpen(self, team: str, without: Collection[str], number: int) -> list[str]:
        """Return one game's relievers by relief outs, with a few more than needed so that everyone gets in."""
        weights = {player: outs for player, outs in self._relief(team).items() if player not in without}
        chosen: dict[str, str] = {}
        for step in range(min(len(weights), self.relievers)):
            chosen[str(step)] = _choose(weights, _fraction(number, _BULLPEN_STEP + step), chosen)
        return list(chosen.values())

    def _relief(self, team: str) -> Mapping[str, float]:
        weights = self._weights.get((team, "relief"))
        if weights is None:
            outs = {player: self.relief_outs(player) for player in self._pitchers_of(team)}
            weights = {player: count for player, count in outs.items() if count is not None}
            self._weights[team, "relief"] = weights
        return weights

    def _pitchers_of(self, team: str) -> list[str]:
        return [player for player in self.teams[team] if player in self.pitchers]

    def _hitters_of(self, team: str) -> list[str]:
        return [player for player in self.teams[team] if player in self.hitters]


def _available(weights: Mapping[str, float], absent: Collection[str]) -> Mapping[str, float]:
    """Return the weights without absent players, or all weights if everyone is absent."""
    if not absent:
        return weights
    available = {player: weight for player, weight in weights.items() if player not in absent}
    return available or weights


def _fraction(number: int, step: int) -> float:
    """Return the number's position in a sequence that fills 0 to 1 evenly. Each step has its own sequence."""
    return number * _IRRATIONALS[step] % 1.0


def _choose(weights: Mapping[str, float], fraction: float, chosen: Mapping[str, str]) -> str:
    """Return the player at this fraction of the total weight. Players already chosen don't count."""
    free = {player: weight for player, weight in weights.items() if player not in chosen.values()}
    if not any(free.values()):
        free = dict.fromkeys(free, 1.0)
    fraction *= sum(free.values())
    for player, weight in free.items():
        fraction -= weight
        if fraction < 0:
            return player
    return player
