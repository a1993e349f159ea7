"""Many games between computer managers, in one or more processes. The totals don't depend on the number of processes.

Game n always has the same teams, lineups and dice. Every twentieth game is checked for broken invariants.
"""

import gc
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from rules_engine.baseball.game import Game
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants, shared_base_faults
from rules_engine.baseball.lineups import hand_of
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.manager_styles import DEFAULT
from rules_engine.baseball.many_games import GameTotals
from rules_engine.baseball.processes import process_pool
from rules_engine.baseball.registry import load_system
from rules_engine.baseball.state import Side, start_game
from rules_engine.game_rules import GOES_ON, GameRules

CHECKED_EVERY: Final = 20
GAMES_AT_ONCE: Final = 40


class UnsoundGameError(Exception):
    """A game violates an invariant. The message includes its seed and the first violation."""


@dataclass(frozen=True)
class Meetings:
    """The games to simulate. They cycle through the (away, home) `pairs` and each team's lineups. Game n uses seed + n.

    `line_ups` play against every starter, or only against right-handers if there are lineups `against_left`. `charts`
    is the directory of the user's charts, for worker processes. `styles` has computer manager styles by team, if they
    differ from the default.
    """

    setups: Mapping[str, Any]
    line_ups: Mapping[str, Sequence[Side]]
    pairs: Sequence[tuple[str, str]]
    seed: int
    rules: GameRules | None = None
    charts: Path | None = None
    against_left: Mapping[str, Sequence[Side]] = field(default_factory=dict)
    styles: Mapping[str, str] = field(default_factory=dict)

    def game(self, number: int) -> Game[Any, Any]:
        """Return game `number`, counted from 0, before its first pitch."""
        away, home = self.teams(number)
        starters = [self.line_ups[team][self.turn(team, number)].pitcher for team in (away, home)]
        sides = self._side(away, number, starters[1]), self._side(home, number, starters[0])
        styles = self.styles.get(away, DEFAULT), self.styles.get(home, DEFAULT)
        return Game(self.setups[home], GameLog(start_game(*sides, self.rules)), styles=styles)

    def teams(self, number: int) -> tuple[str, str]:
        return self.pairs[number % len(self.pairs)]

    def _side(self, team: str, number: int, opposing_starter: str) -> Side:
        turn = self.turn(team, number)
        if self.against_left and hand_of(self.setups[team], opposing_starter) == "L":
            return self.against_left[team][turn]
        return self.line_ups[team][turn]

    def turn(self, team: str, number: int) -> int:
        """Return the index of the lineup that plays in this game."""
        rounds, place = divmod(number, len(self.pairs))
        played = rounds * self._played_by_then[-1][team] + self._played_by_then[place][team]
        return played % len(self.line_ups[team])

    @cached_property
    def _played_by_then(self) -> list[Counter[str]]:
        """Return each team's games before each game in a cycle through all pairs, and after the last."""
        games: list[Counter[str]] = [Counter()]
        for pair in self.pairs:
            games.append(games[-1] + Counter(set(pair)))
        return games


class GameBatch(NamedTuple):
    """Consecutive games to simulate."""

    first: int
    games: int


OnProgress = Callable[[int], None]  # called with the number of finished games
Result = TypeVar("Result")
BatchWork = Callable[[Meetings, GameBatch], Result]
Results = Generator[tuple[GameBatch, Result], None, None]


def play_out(game: Game[Any, Any], seed: int) -> None:
    """Finish the game with its system's computer manager and make the postgame rolls."""
    pilot = game.system.pilot(game)
    table = pilot.table(seed)
    states = game.log.states
    while states[-1].ending in GOES_ON:
        pilot.changes()
        game.play(table)
    game.finish(table)


def check(game: Game[Any, Any], seed: int) -> None:
    """Check the invariants. Raise UnsoundGameError for a violation."""
    if faults := broken_invariants(game.log) + batting_order_faults(game.log) + shared_base_faults(game.log):
        raise UnsoundGameError(f"the game with seed {seed} is not sound: {faults[0]}")


def simulate(plan: Meetings, games: int, workers: int = 1, on_progress: OnProgress = lambda done: None) -> GameTotals:
    """Return the totals of a plan's first games. `on_progress` is called with the number of finished games.

    Raises UnsoundGameError if a game violates an invariant.
    """
    if workers < 2:
        gc.freeze()  # Cards and rules are never freed, so the garbage collector can skip them.
    totals, done = GameTotals(), 0
    for stretch, part in run_batches(plan, games, add_up, workers):
        totals.add(part)
        done += stretch.games
        on_progress(done)
    return totals


def add_up(plan: Meetings, stretch: GameBatch) -> GameTotals:
    """Play these games of a plan and return their totals."""
    totals = GameTotals()
    for teams, game in played(plan, stretch):
        totals.add_game(teams, list(game.log.in_force()), game.state)
    return totals


def played(plan: Meetings, stretch: GameBatch) -> Iterator[tuple[tuple[str, str], Game[Any, Any]]]:
    """Play these games of a plan. Yield the teams, visitors first, and the finished game. Raise UnsoundGameError."""
    for number in range(stretch.first, stretch.first + stretch.games):
        game, seed = plan.game(number), plan.seed + number
        play_out(game, seed)
        if number % CHECKED_EVERY == 0:
            check(game, seed)
        yield plan.teams(number), game


def run_batches(
    plan: Meetings, games: int, work: BatchWork[Result], workers: int = 1, *, nice: int = 0
) -> Results[Result]:
    """Call `work` for each batch of a plan's first games. Yield the batches with their results, in order.

    With more than one worker, `work` must be a module-level function, because other processes import it. A caller that
    stops early closes the generator, which cancels the batches that have not started.
    """
    stretches = [GameBatch(first, min(GAMES_AT_ONCE, games - first)) for first in range(0, games, GAMES_AT_ONCE)]
    if workers < 2 or len(stretches) < 2:
        return ((stretch, work(plan, stretch)) for stretch in stretches)
    return _in_processes(plan, stretches, work, min(workers, len(stretches)), nice)


def _in_processes(
    plan: Meetings, stretches: Sequence[GameBatch], work: BatchWork[Result], workers: int, nice: int
) -> Results[Result]:
    with process_pool(workers, _keep_plan, plan, work, nice=nice) as pool:
        yield from zip(stretches, pool.map(_work_on, stretches), strict=True)


_process_work: tuple[Meetings, BatchWork[Any]]  # in a worker process


def _keep_plan(plan: Meetings, work: BatchWork[Any]) -> None:
    global _process_work
    _process_work = plan, work
    load_system(next(iter(plan.setups.values())).system).charts(plan.charts)


def _work_on(stretch: GameBatch) -> Any:
    plan, work = _process_work
    return work(plan, stretch)
