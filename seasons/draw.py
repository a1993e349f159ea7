"""Who plays in the games of a league that is played again: as often as he did then, as evenly spread as can be."""

import math
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rules_engine.baseball.lineups import SCARCEST_FIRST
from rules_engine.baseball.seasons import LeagueSeason
from rules_engine.baseball.state import Side
from rules_engine.baseball.substitutions import side_from
from seasons.league_statistics import designated_hitter

RELIEVERS = 1.5  # on the bench for each who really came in
MOST_RELIEVERS = 8
_IRRATIONAL = tuple(
    math.sqrt(prime) % 1 for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61)
)


@dataclass
class Draw:
    """Who meets whom with which men. Every two teams meet equally often, and men play as evenly spread as can be.

    Not dice but the fractions of n times an irrational number say who plays in a team's n-th game, so that after some
    hundred games everybody has played as often as he should.
    """

    statistics: LeagueSeason
    teams: Mapping[str, Sequence[str]]
    pitchers: Collection[str]  # by card
    hitters: Collection[str]  # by card, who bat and field; a two-way player is among both
    relief: Callable[[str], float | None]  # a pitcher's outs in relief; None for who does not relieve
    hitter: bool = field(init=False)  # whether there is a designated one
    pairs: Sequence[tuple[str, str]] = field(init=False)
    relievers: int = field(init=False)  # on the bench of a game
    _weights: dict[tuple[str, str], Mapping[str, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.hitter = designated_hitter(self.statistics.name, self.statistics.year)
        pairs = list(combinations(sorted(self.teams), 2))
        random.Random(len(pairs)).shuffle(pairs)
        self.pairs = pairs
        men = self.statistics.pitching.values()
        relieved = sum(man.games - man.starts for man in men) / max(1, sum(man.starts for man in men))
        self.relievers = min(MOST_RELIEVERS, round(RELIEVERS * relieved) + 1)

    def sides(self, number: int, absent: Collection[str] = ()) -> tuple[Side, Side]:
        """The teams of game `number` from 0, at home by turns, without those who are not to be had."""
        round_, place = divmod(number, len(self.pairs))
        away, home = self.met(number)
        numbers = (self._of_team(team, round_, place) for team in (away, home))
        return self.side(away, next(numbers), absent), self.side(home, next(numbers), absent)

    def met(self, number: int) -> tuple[str, str]:
        """The visitors and the home team of game `number`."""
        round_, place = divmod(number, len(self.pairs))
        return self.pairs[place][::-1] if round_ % 2 else self.pairs[place]

    def _of_team(self, team: str, round_: int, place: int) -> int:
        """Which game of the team's own this is."""
        before = sum(team in pair for pair in self.pairs[:place])
        return round_ * (len(self.teams) - 1) + before

    def side(self, team: str, number: int, absent: Collection[str] = ()) -> Side:
        """A line-up: who plays where by his innings there, who pitches by his starts, the bench behind them."""
        starter = _man_at(_there(self._starters(team), absent), _even(number, 8), {})
        drawn = {"p": starter}
        for step, position in enumerate(SCARCEST_FIRST):
            drawn[position] = _man_at(_there(self._at(team, position), absent), _even(number, step), drawn)
        batting = {position: drawn[position] for position in SCARCEST_FIRST}
        spare = _there(self._spare(team), absent)
        if starter in self.hitters:
            batting["p"] = starter
        elif self.hitter and len(spare) > len(batting):
            batting["dh"] = _man_at(spare, _even(number, 9), batting)
        order = sorted(batting.values(), key=self._slot, reverse=True)
        bullpen = self._bullpen(team, {starter, *order, *absent}, number)
        dice = random.Random(number)
        bench = (man for man in spare if man not in order and man not in bullpen)
        bats = sorted(bench, key=lambda man: spare[man] * dice.random())
        order = order if starter in order else [*order, starter][:9]
        return side_from(tuple(order), drawn, (*bats, *bullpen))

    def _at(self, team: str, position: str) -> Mapping[str, float]:
        """Who stood at a position, by his outs there; everybody alike where the record is silent."""
        known = self._weights.get((team, position))
        if known is None:
            fielding = self.statistics.fielding
            batters = self._hitters_of(team)
            outs = {man: sum(s.outs for s in fielding.get(man, ()) if s.position == position) for man in batters}
            known = self._weights[team, position] = outs
        return known

    def _spare(self, team: str) -> Mapping[str, float]:
        """What each batted beyond what his outs in the field explain: as designated hitter, or for the pitcher."""
        known = self._weights.get((team, "spare"))
        if known is None:
            known = {man: self._beyond(man) for man in self._hitters_of(team)}
            self._weights[team, "spare"] = known
        return known

    def _beyond(self, man: str) -> float:
        fielded = sum(season.outs for season in self.statistics.fielding.get(man, ()))
        return max(1.0, self._slot(man) - 4.2 * fielded / 27)

    def _slot(self, man: str) -> float:
        season = self.statistics.batting[man]
        return season.plate_appearances + season.intentional_walks + season.sacrifices

    def _starters(self, team: str) -> Mapping[str, float]:
        pitching = self.statistics.pitching
        return {man: pitching[man].starts for man in self._pitchers_of(team)}

    def _bullpen(self, team: str, without: Collection[str], number: int) -> list[str]:
        """Relievers for one game by their outs in relief: a few more than are used, so that none waits for ever."""
        relief = {man: outs for man, outs in self._relief(team).items() if man not in without}
        drawn: dict[str, str] = {}
        for step in range(min(len(relief), self.relievers)):
            drawn[str(step)] = _man_at(relief, _even(number, 10 + step), drawn)
        return list(drawn.values())

    def _relief(self, team: str) -> Mapping[str, float]:
        known = self._weights.get((team, "relief"))
        if known is None:
            outs = {man: self.relief(man) for man in self._pitchers_of(team)}
            known = {man: count for man, count in outs.items() if count is not None}
            self._weights[team, "relief"] = known
        return known

    def _pitchers_of(self, team: str) -> list[str]:
        return [man for man in self.teams[team] if man in self.pitchers]

    def _hitters_of(self, team: str) -> list[str]:
        return [man for man in self.teams[team] if man in self.hitters]


def _there(weights: Mapping[str, float], absent: Collection[str]) -> Mapping[str, float]:
    """Those who are to be had; everybody where nobody is."""
    if not absent:
        return weights
    return {man: weight for man, weight in weights.items() if man not in absent} or weights


def _even(number: int, step: int) -> float:
    """The number's place in a sequence that fills 0 to 1 evenly, another one for each step."""
    return number * _IRRATIONAL[step] % 1.0


def _man_at(weights: Mapping[str, float], at: float, without: Mapping[str, str]) -> str:
    """The man at this place, 0 to 1, of those laid side by side by their weights, without the ones chosen already."""
    free = {man: weight for man, weight in weights.items() if man not in without.values()}
    if not any(free.values()):
        free = dict.fromkeys(free, 1.0)
    at *= sum(free.values())
    for man, weight in free.items():
        at -= weight
        if at < 0:
            return man
    return man
