"""Benchmark the computer manager against the earlier one with equal teams, and compare its habits with a real season.

Each pair of clubs plays twice with the same dice, so each manager has each club once. `BENCH_GAMES` sets the number of
games per assignment, and `BENCH_RULESET` sets the ruleset.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from statistics import median
from time import perf_counter
from typing import Final

from bench.figure import Figure
from bench.old_manager.computer_manager import OldManager
from rules_engine.baseball.events import Event, PlayMade, Substituted
from rules_engine.baseball.game_input import Option, RandomInput
from rules_engine.baseball.game_setup import Hand
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.processes import process_pool, usable_cores
from rules_engine.baseball.state import Side, State, start_game
from rules_engine.baseball.tallies import INTENTIONAL
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from seasons.league_statistics import league_totals
from seasons.strat_o_matic.league_cards import make_league
from seasons.strat_o_matic.lineups import STARTERS, club_lineup
from seasons.strat_o_matic.season_cards import SeasonCards, combine_leagues

YEAR, LEAGUE = 1998, "NL"
GAMES: Final = int(os.environ.get("BENCH_GAMES", "4000"))
RULESET: Final = os.environ.get("BENCH_RULESET", "star")
GAMES_PER_JOB: Final = 50
SAVE_LEAD, LAST_INNING = 3, 9
OUTS_A_GAME: Final = 27
PAIR_STEP: Final = 7  # with this step, even a few games include all clubs
TIMED_GAMES: Final = 5
COUNTED: Final = ("SB", "CS", "SH", "IBB")
Managers = tuple[OldManager | ComputerManager, OldManager | ComputerManager]


@dataclass
class TwoManagers:
    """Both teams' managers. Each is asked only for its own team's decisions."""

    game: StratGame
    managers: Managers

    def choose(self, side: str, question: str, options: Sequence[Option]) -> str:
        bottom = self.game.state.bottom
        return self.managers[bottom if side == "offence" else not bottom].choose(side, question, options)

    def play_out(self, seed: int) -> None:
        dice = RandomInput(seed, self.choose)
        while not self.game.state.over:
            for manager in self.managers:
                manager.changes()
            self.game.play(dice)


class Match:
    """Games between all clubs in a league."""

    def __init__(self) -> None:
        self.season: SeasonCards = combine_leagues([make_league(YEAR, LEAGUE)])
        self.setups = {
            team: GameSetup(load_ruleset(RULESET), self.season.cards, habits=habits)
            for team, habits in self.season.habits.items()
        }
        self.pairs = list(permutations(sorted(self.season.teams), 2))

    def play(self, number: int, new: int) -> StratGame:
        """Play a game in which the current manager has team `new`, where 0 is the visitors."""
        game = self.start(number, new)
        current, earlier = ComputerManager(game, teams=(new,)), OldManager(game, teams=(1 - new,))
        TwoManagers(game, (earlier, current) if new else (current, earlier)).play_out(number)
        return game

    def start(self, number: int, new: int) -> StratGame:
        away, home = self.pairs[number * PAIR_STEP % len(self.pairs)]
        return StratGame(self.setups[home], GameLog(start_game(*self.sides(away, home, number, new))))

    def sides(self, away: str, home: str, number: int, new: int) -> tuple[Side, Side]:
        """Return both lineups. Only the current manager considers the opposing starter's hand."""
        starter = number // len(self.pairs)
        away_side, home_side = (self._side(team, starter, None) for team in (away, home))
        if new:
            return away_side, self._side(home, starter, self._hand(away_side))
        return self._side(away, starter, self._hand(home_side)), home_side

    def _hand(self, side: Side) -> Hand:
        return self.setups[next(iter(self.setups))].pitcher(side.pitcher).throws

    @cache  # noqa: B019 - a process has one match
    def _side(self, team: str, starter: int, against: Hand | None) -> Side:
        return club_lineup(self.season, team, starter % STARTERS, against)


def count_game(game: StratGame, new: int) -> Counter[str]:
    """Count the current manager's actions."""
    counts: Counter[str] = Counter(games=1, won=int(game.state.score[new] > game.state.score[1 - new]))
    ninth = False
    for before, event in game.log.in_force():
        if int(before.bottom) == new:
            counts.update(_count_at_bat(game.setup, before, event))
        elif isinstance(event, PlayMade):
            counts["IBB"] += event.play.code == INTENTIONAL
            if not ninth and before.inning >= LAST_INNING and 1 <= -before.lead <= SAVE_LEAD:
                ninth = True
                counts.update(_count_save_situation(game, new, before))
    return counts


def _count_at_bat(setup: GameSetup, before: State, event: Event) -> Counter[str]:
    if isinstance(event, Substituted):
        return Counter(pinch_hitters=int(event.team == int(before.bottom) and event.leaves == before.batting.batter))
    if not isinstance(event, PlayMade):
        return Counter()
    play, counts = event.play, Counter[str]()
    if play.kind in ("stolen_base", "caught_stealing"):
        counts["SB" if play.kind == "stolen_base" else "CS"] += 1
        counts["of third"] += before.bases[1] is not None and play.kind == "stolen_base"
    counts["SH"] += play.kind == "sacrifice"
    if play.to[0] != 0:
        throws = setup.pitcher(event.pitcher).throws
        counts["appearances"] += 1
        counts["advantage"] += setup.at_bat(event.batter, event.pitcher).batting_side != throws
    return counts


def _count_save_situation(game: StratGame, team: int, before: State) -> Counter[str]:
    """Count the first save situation in the ninth, unless the starter is still pitching."""
    side, start = before.sides[team], game.log.start.sides[team]
    if side.pitcher == start.pitcher:
        return Counter(starter_finishes=1)

    def closer_rank(player: str) -> int:
        rank = game.setup.pitcher(player).endurance.closer
        return rank if isinstance(rank, int) else -1

    best = max(map(closer_rank, game.setup.pitchers(start.bench)))
    return Counter(saves=1, saved=int(closer_rank(side.pitcher) == best))


_match: Match


def _prepare() -> None:
    global _match
    _match = Match()


def _play_job(numbers: range) -> Counter[str]:
    total: Counter[str] = Counter()
    for number in numbers:
        for new in (0, 1):
            total.update(count_game(_match.play(number, new), new))
    return total


def counted(games: int) -> Counter[str]:
    """Play this many games per assignment, in processes on all cores."""
    jobs = [range(first, min(first + GAMES_PER_JOB, games)) for first in range(0, games, GAMES_PER_JOB)]
    total: Counter[str] = Counter()
    with process_pool(usable_cores(), _prepare) as pool:
        for counts in pool.map(_play_job, jobs):
            total.update(counts)
    return total


def figures() -> Iterator[Figure]:
    total = counted(GAMES)
    error = 100 * (0.25 / total["games"]) ** 0.5
    games = f"{RULESET}, {total['games']} games, standard error {error:.1f}"
    yield Figure(f"won against the earlier manager, {games}", _percent(total, "won", "games"), "%", 54, "more")
    yield from _beside_the_season(total)
    yield from _in_range("pinch hitters", total["pinch_hitters"] / total["games"], "a team game", 0.5, 2)
    advantage = _percent(total, "advantage", "appearances")
    yield from _in_range("plate appearances with the platoon advantage", advantage, "%", 55, 65)
    yield Figure("save situations to the best reliever", _percent(total, "saved", "saves"), "%", 70, "more")
    yield from _in_range("steals of third among steals", _percent(total, "of third", "SB"), "%", 8, 15)
    yield Figure("decision of the manager, median", median_decision_ms(), "ms", 2)


def _beside_the_season(total: Counter[str]) -> Iterator[Figure]:
    """Yield the counts per team and game, each within 15 percent of the real season."""
    real = league_totals(YEAR, LEAGUE).counts
    for name in COUNTED:
        was = real[name] * OUTS_A_GAME / real["IPouts"]
        value = total[name] / total["games"]
        yield from _in_range(
            f"{name}, {was:.2f} in the {LEAGUE} of {YEAR}", value, "a team game", 0.85 * was, 1.15 * was
        )


def _in_range(name: str, value: float, unit: str, least: float, most: float) -> Iterator[Figure]:
    yield Figure(f"{name}, at least", value, unit, least, "more")
    yield Figure(f"{name}, at most", value, unit, most)


def median_decision_ms() -> float:
    """Return the median time in milliseconds for a decision or a bench check, in games with the current manager."""
    match, times = Match(), []

    def timed(work: Callable[[], object]) -> None:
        started = perf_counter()
        work()
        times.append(1000 * (perf_counter() - started))

    for number in range(TIMED_GAMES):
        game = match.start(number, 0)
        manager = ComputerManager(game)

        def choose(side: str, question: str, options: Sequence[Option], manager: ComputerManager = manager) -> str:
            timed(lambda: manager.choose(side, question, options))
            return manager.choose(side, question, options)

        dice = RandomInput(number, choose)
        while not game.state.over:
            timed(manager.changes)
            game.play(dice)
    return median(times)


def _percent(counts: Counter[str], part: str, total: str) -> float:
    return 100 * counts[part] / max(1, counts[total])
