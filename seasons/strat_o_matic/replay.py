"""Plays games of a real league with cards made from it: who played, batted and pitched as often as he did then."""

import gc
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import GameRules, Side, start_game
from rules_engine.baseball.substitutions import side_from
from rules_engine.systems.strat_o_matic.autopilot.autopilot import Autopilot
from rules_engine.systems.strat_o_matic.cards.cards import BatterCard, PitcherCard
from rules_engine.systems.strat_o_matic.charts.chart_files import Rows, own_charts_in_use, put_in_use
from rules_engine.systems.strat_o_matic.editions.edition import load_edition
from rules_engine.systems.strat_o_matic.making.ratings import outs_of_starts
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.scorebook.book import Book
from seasons.counts import Counts, Matrix, Plays
from seasons.league_statistics import designated_hitter, runner_on_second
from seasons.strat_o_matic.dice import Dice
from seasons.strat_o_matic.league_cards import LeagueCards
from seasons.strat_o_matic.line_ups import BY_SCARCITY
from seasons.strat_o_matic.luck import Expected, luck_of

RELIEVERS = 1.5  # on the bench for each who really came in
MOST_RELIEVERS = 8
SEEDS_A_ROUND = 1_000_000
GAMES_AT_ONCE = 500
_IRRATIONAL = tuple(
    math.sqrt(prime) % 1 for prime in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61)
)
Tell = Callable[[int], None]


def replay_league(
    made: LeagueCards,
    games: int,
    seed: int = 1,
    *,
    first: int = 0,
    edition: str = "star",
    workers: int = 1,
    tell: Tell | None = None,
) -> Counts:
    """Games `first` and on. Game n is always the same two teams, men and dice, however many workers there are."""
    starts = range(first, first + games, GAMES_AT_ONCE)
    jobs = [Job(start, min(GAMES_AT_ONCE, first + games - start), seed) for start in starts]
    counts = Counts()
    for part in _results(made, edition, jobs, workers):
        counts.add_all(part)
        if tell:
            tell(counts.games)
    return counts


class Job(NamedTuple):
    """Games to be played at a stretch: the first, how many, and the seed."""

    first: int
    games: int
    seed: int


def _results(made: LeagueCards, edition: str, jobs: Sequence[Job], workers: int) -> Iterator[Counts]:
    if workers < 2 or len(jobs) < 2:
        yield from map(Replay(made, edition).play, jobs)
        return
    begun = (own_charts_in_use(), made, edition)
    with ProcessPoolExecutor(min(workers, len(jobs)), initializer=_begin, initargs=begun) as pool:
        yield from pool.map(_play, jobs)


class Replay:
    """One league with one book, so that what its rules have been compiled to in one stretch serves the next."""

    def __init__(self, made: LeagueCards, edition: str) -> None:
        self.made, self.draw = made, Draw(made)
        self.book = Book(load_edition(edition), made.cards, habits=made.league.aims.habits)
        self.expected, self.dice = Expected(self.book), Dice(self.book)

    def play(self, job: Job) -> Counts:
        """A stretch of its games, counted."""
        gc.freeze()  # cards and compiled rules stay; to look through them again and again takes longer than a game
        counts = Counts()
        for number in range(job.first, job.first + job.games):
            game = self.play_one(number, job.seed * SEEDS_A_ROUND + number)
            counts.add(game.log, self._luck_of, self._is_pitcher)
        return counts

    def _luck_of(self, plays: Plays) -> Matrix:
        return luck_of(plays, self.expected, self.dice)

    def _is_pitcher(self, man: str) -> bool:
        return isinstance(self.book.cards[man], PitcherCard)

    def play_one(self, number: int, seed: int) -> StratGame:
        """One game by the autopilot, by the rules of its season."""
        rules = GameRules(runner_on_second_from=runner_on_second(self.made.year))
        game = StratGame(self.book, GameLog(start_game(*self.draw.sides(number), rules)), lineups_checked=False)
        pilot = Autopilot(game)
        pilot.play_out(pilot.table(seed))
        return game


_replay: Replay  # of a process at work for another one


def _begin(charts: Mapping[str, Rows], made: LeagueCards, edition: str) -> None:
    global _replay
    put_in_use(charts)
    _replay = Replay(made, edition)


def _play(job: Job) -> Counts:
    return _replay.play(job)


@dataclass
class Draw:
    """Who meets whom with which men. Every two teams meet equally often, and men play as evenly spread as can be.

    Not dice but the fractions of n times an irrational number say who plays in a team's n-th game, so that after some
    hundred games everybody has played as often as he should.
    """

    made: LeagueCards
    hitter: bool = field(init=False)  # whether there is a designated one
    pairs: Sequence[tuple[str, str]] = field(init=False)
    relievers: int = field(init=False)  # on the bench of a game
    _weights: dict[tuple[str, str], Mapping[str, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.hitter = designated_hitter(self.made.name, self.made.year)
        pairs = list(combinations(sorted(self.made.teams), 2))
        random.Random(len(pairs)).shuffle(pairs)
        self.pairs = pairs
        men = self.made.statistics.pitching.values()
        relieved = sum(man.games - man.starts for man in men) / max(1, sum(man.starts for man in men))
        self.relievers = min(MOST_RELIEVERS, round(RELIEVERS * relieved) + 1)

    def sides(self, number: int) -> tuple[Side, Side]:
        """The teams of game `number` from 0, at home by turns."""
        round_, place = divmod(number, len(self.pairs))
        pair = self.pairs[place]
        away, home = pair[::-1] if round_ % 2 else pair
        return self.side(away, self._of_team(away, round_, place)), self.side(home, self._of_team(home, round_, place))

    def _of_team(self, team: str, round_: int, place: int) -> int:
        """Which game of the team's own this is."""
        before = sum(team in pair for pair in self.pairs[:place])
        return round_ * (len(self.made.teams) - 1) + before

    def side(self, team: str, number: int) -> Side:
        """A line-up: who plays where by his innings there, who pitches by his starts, the bench behind them."""
        drawn: dict[str, str] = {}
        for step, position in enumerate(BY_SCARCITY):
            drawn[position] = _one(self._at(team, position), _even(number, step), drawn)
        drawn["p"] = _one(self._starters(team), _even(number, 8), {})
        batting = {position: drawn[position] for position in BY_SCARCITY}
        spare = self._spare(team)
        if self.hitter and len(spare) > len(batting):
            batting["dh"] = _one(spare, _even(number, 9), batting)
        order = sorted(batting.values(), key=self._slot, reverse=True)
        dice = random.Random(number)
        bats = sorted((man for man in spare if man not in order), key=lambda man: spare[man] * dice.random())
        return side_from((*order, drawn["p"])[:9], drawn, (*bats, *self._bullpen(team, drawn["p"], number)))

    def _at(self, team: str, position: str) -> Mapping[str, float]:
        """Who stood at a position, by his outs there; everybody alike where the record is silent."""
        known = self._weights.get((team, position))
        if known is None:
            fielding = self.made.statistics.fielding
            batters = self._of(team, BatterCard)
            outs = {man: sum(s.outs for s in fielding.get(man, ()) if s.position == position) for man in batters}
            known = self._weights[team, position] = outs
        return known

    def _spare(self, team: str) -> Mapping[str, float]:
        """What each batted beyond what his outs in the field explain: as designated hitter, or for the pitcher."""
        known = self._weights.get((team, "spare"))
        if known is None:
            known = {man: self._beyond(man) for man in self._of(team, BatterCard)}
            self._weights[team, "spare"] = known
        return known

    def _beyond(self, man: str) -> float:
        fielded = sum(season.outs for season in self.made.statistics.fielding.get(man, ()))
        return max(1.0, self._slot(man) - 4.2 * fielded / 27)

    def _slot(self, man: str) -> float:
        season = self.made.statistics.batting[man]
        return season.plate_appearances + season.intentional_walks + season.sacrifices

    def _starters(self, team: str) -> Mapping[str, float]:
        pitching = self.made.statistics.pitching
        return {man: pitching[man].starts for man in self._of(team, PitcherCard)}

    def _bullpen(self, team: str, starter: str, number: int) -> list[str]:
        """Relievers for one game by their outs in relief: a few more than are used, so that none waits for ever."""
        relief = {man: outs for man, outs in self._relief(team).items() if man != starter}
        drawn: dict[str, str] = {}
        for step in range(min(len(relief), self.relievers)):
            drawn[str(step)] = _one(relief, _even(number, 10 + step), drawn)
        return list(drawn.values())

    def _relief(self, team: str) -> Mapping[str, float]:
        known = self._weights.get((team, "relief"))
        if known is None:
            pitching, cards = self.made.statistics.pitching, self.made.cards
            known = self._weights[team, "relief"] = {
                man: pitching[man].outs - outs_of_starts(pitching[man])
                for man in self._of(team, PitcherCard)
                if isinstance(card := cards[man], PitcherCard) and card.endurance.relief
            }
        return known

    def _of(self, team: str, kind: type) -> list[str]:
        return [man for man in self.made.teams[team] if isinstance(self.made.cards[man], kind)]


def _even(number: int, step: int) -> float:
    """The number's place in a sequence that fills 0 to 1 evenly, another one for each step."""
    return number * _IRRATIONAL[step] % 1.0


def _one(weights: Mapping[str, float], at: float, without: Mapping[str, str]) -> str:
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
