"""Many games by the autopilot, in one process or several: the totals are the same for any number of them.

Game n is always between the same teams with the same line-ups and dice. Every twentieth is held against the invariants.
"""

import gc
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules_engine.baseball.game import Game
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.many_games import GamesAddedUp
from rules_engine.baseball.state import GOES_ON, GameRules, Side, start_game
from rules_engine.baseball.system import LineUpOf, ManyGames, Tell
from rules_engine.systems import load

CHECKED_EVERY: Final = 20
GAMES_AT_ONCE: Final = 40


class NotSoundError(Exception):
    """A game breaks an invariant; the message names its seed and the first fault."""


@dataclass(frozen=True)
class Meetings:
    """Who meets whom: `pairs` of (away, home) in turn, each team with its line-ups in turn; game n has seed + n.

    `books` are by home team. `charts` is the folder of a user's own, for the processes that begin without them.
    """

    books: Mapping[str, Any]
    line_ups: Mapping[str, Sequence[Side]]
    pairs: Sequence[tuple[str, str]]
    seed: int
    rules: GameRules | None = None
    charts: Path | None = None

    def game(self, number: int) -> Game[Any, Any]:
        """Game `number`, from 0, before its first pitch."""
        away, home = (self._side(team, number) for team in self.teams(number))
        return Game(self.books[self.teams(number)[1]], GameLog(start_game(away, home, self.rules)))

    def teams(self, number: int) -> tuple[str, str]:
        return self.pairs[number % len(self.pairs)]

    def _side(self, team: str, number: int) -> Side:
        return self.line_ups[team][self.turn(team, number)]

    def turn(self, team: str, number: int) -> int:
        """The number of the line-up whose turn it is."""
        rounds, place = divmod(number, len(self.pairs))
        played = rounds * self._played_by_then[-1][team] + self._played_by_then[place][team]
        return played % len(self.line_ups[team])

    @cached_property
    def _played_by_then(self) -> list[Counter[str]]:
        """How many games of one round of all pairs each team has behind it before each of them, and after the last."""
        games: list[Counter[str]] = [Counter()]
        for pair in self.pairs:
            games.append(games[-1] + Counter(set(pair)))
        return games


class Stretch(NamedTuple):
    """Games to be played in a row."""

    first: int
    games: int


def play_out(game: Game[Any, Any], seed: int) -> None:
    """The game to its end by the autopilot of its system, and what is rolled for after it."""
    pilot = game.system.pilot(game)
    table = pilot.table(seed)
    states = game.log.states
    while states[-1].ending in GOES_ON:
        pilot.changes()
        game.play(table)
    game.finish(table)


def check(game: Game[Any, Any], seed: int) -> None:
    """Raises NotSoundError."""
    if faults := broken_invariants(game.log) + batting_order_faults(game.log):
        raise NotSoundError(f"the game of seed {seed} is not sound: {faults[0]}")


def simulate(plan: Meetings, games: int, workers: int = 1, tell: Tell = lambda done: None) -> GamesAddedUp:
    """The games of a plan added up; `tell` is given how many are done. Raises NotSoundError."""
    stretches = [Stretch(first, min(GAMES_AT_ONCE, games - first)) for first in range(0, games, GAMES_AT_ONCE)]
    totals, done = GamesAddedUp(), 0
    for stretch, part in zip(stretches, _parts(plan, stretches, workers), strict=True):
        totals.add(part)
        done += stretch.games
        tell(done)
    return totals


def played(plan: Meetings, stretch: Stretch) -> Iterator[tuple[tuple[str, str], Game[Any, Any]]]:
    """These games of a plan, played out: who met, visitors first. Raises NotSoundError."""
    for number in range(stretch.first, stretch.first + stretch.games):
        game, seed = plan.game(number), plan.seed + number
        play_out(game, seed)
        if number % CHECKED_EVERY == 0:
            check(game, seed)
        yield plan.teams(number), game


class PlayedAtOnce:
    """Games of a plan by the thousand, where its system plays so."""

    def __init__(self, plan: Meetings) -> None:
        self.plan = plan
        self._by_book: dict[int, ManyGames | None] = {}
        for book in plan.books.values():
            if id(book) not in self._by_book:
                self._by_book[id(book)] = load(book.system).many_games(book, plan.line_ups, plan.rules)

    def __bool__(self) -> bool:
        return all(many is not None for many in self._by_book.values())

    def scores(self, games: int, tell: Tell) -> Iterator[tuple[tuple[str, str], tuple[int, int]]]:
        """So many from the first on: who met, visitors first, and the runs of both. What `tell` raises ends it."""
        plan, done = self.plan, 0
        numbers: dict[int, list[int]] = defaultdict(list)
        for number in range(games):
            numbers[id(plan.books[plan.teams(number)[1]])].append(number)
        for book, of_book in numbers.items():
            many = self._by_book[book]
            assert many is not None
            meetings = [(self._line_up(number, 0), self._line_up(number, 1)) for number in of_book]
            runs = many.scores(meetings, plan.seed, lambda more, before=done: tell(before + more))  # type: ignore[misc]
            yield from zip(map(plan.teams, of_book), runs, strict=True)
            done += len(of_book)

    def _line_up(self, number: int, side: int) -> LineUpOf:
        team = self.plan.teams(number)[side]
        return LineUpOf(team, self.plan.turn(team, number))


def _parts(plan: Meetings, stretches: Sequence[Stretch], workers: int) -> Iterator[GamesAddedUp]:
    if workers < 2 or len(stretches) < 2:
        gc.freeze()  # cards and rules stay to the end: they need not be looked through again and again
        yield from (_play(plan, stretch) for stretch in stretches)
        return
    with ProcessPoolExecutor(min(workers, len(stretches)), initializer=_begin, initargs=(plan,)) as pool:
        yield from pool.map(_play_planned, stretches)


def _play(plan: Meetings, stretch: Stretch) -> GamesAddedUp:
    totals = GamesAddedUp()
    for teams, game in played(plan, stretch):
        totals.add_game(teams, list(game.log.in_force()), game.state)
    return totals


_plan: Meetings  # of a process at work for another one


def _begin(plan: Meetings) -> None:
    global _plan
    _plan = plan
    load(next(iter(plan.books.values())).system).charts(plan.charts)
    gc.freeze()


def _play_planned(stretch: Stretch) -> GamesAddedUp:
    return _play(_plan, stretch)
