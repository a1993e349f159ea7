"""Plays games of a real league with cards made from it: who played, batted and pitched as often as he did then."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_engine.baseball.log import GameLog
from rules_engine.baseball.processes import process_pool
from rules_engine.baseball.seasons import outs_of_starts
from rules_engine.baseball.state import GameRules, start_game
from rules_engine.systems.strat_o_matic.card_making.league import LeagueCards
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard, hitters_card
from rules_engine.systems.strat_o_matic.charts.chart_files import Rows, own_charts_in_use, put_in_use
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import Autopilot
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_edition
from seasons.counts import Counts, Matrix, Plays
from seasons.draw import Draw
from seasons.league_statistics import runner_on_second
from seasons.strat_o_matic.dice import DiceLuck
from seasons.strat_o_matic.luck import Expected, luck_of

SEEDS_A_ROUND = 1_000_000
GAMES_AT_ONCE = 500
OnProgress = Callable[[int], None]


def replay_league(
    made: LeagueCards,
    games: int,
    seed: int = 1,
    *,
    first: int = 0,
    edition: str = "star",
    workers: int = 1,
    on_progress: OnProgress | None = None,
) -> Counts:
    """Games `first` and on. Game n is always the same two teams, men and dice, however many workers there are."""
    starts = range(first, first + games, GAMES_AT_ONCE)
    jobs = [Job(start, min(GAMES_AT_ONCE, first + games - start), seed) for start in starts]
    counts = Counts()
    for part in _results(made, edition, jobs, workers):
        counts.add_all(part)
        if on_progress:
            on_progress(counts.games)
    return counts


def draw_of(made: LeagueCards) -> Draw:
    """Who plays in the games of a league, by its cards."""

    def relief(man: str) -> float | None:
        card, work = made.cards[man], made.statistics.pitching.get(man)
        relieves = isinstance(card, PitcherCard) and card.endurance.relief
        return work.outs - outs_of_starts(work) if relieves and work else None

    pitchers = frozenset(man for man, card in made.cards.items() if isinstance(card, PitcherCard))
    hitters = frozenset(man for man, card in made.cards.items() if hitters_card(card))
    return Draw(made.statistics, made.teams, pitchers, hitters, relief)


class Job(NamedTuple):
    """Games to be played at a stretch: the first, how many, and the seed."""

    first: int
    games: int
    seed: int


def _results(made: LeagueCards, edition: str, jobs: Sequence[Job], workers: int) -> Iterator[Counts]:
    if workers < 2 or len(jobs) < 2:
        yield from map(Replay(made, edition).play, jobs)
        return
    with process_pool(min(workers, len(jobs)), _begin, own_charts_in_use(), made, edition) as pool:
        yield from pool.map(_play, jobs)


class Replay:
    """One league with one book, so that what is cached in one stretch serves the next."""

    def __init__(self, made: LeagueCards, edition: str) -> None:
        self.made, self.draw = made, draw_of(made)
        self.setup = GameSetup(load_edition(edition), made.cards, habits=made.league.aims.habits)
        self.expected, self.dice = Expected(self.setup), DiceLuck(self.setup)

    def play(self, job: Job) -> Counts:
        """A stretch of its games, counted."""
        gc.freeze()  # cards stay to the end, so the collector can skip them
        counts = Counts()
        for number in range(job.first, job.first + job.games):
            game = self.play_game(number, job.seed * SEEDS_A_ROUND + number)
            counts.add(game.log, self._luck_of, self._bats_as_pitcher)
        return counts

    def _luck_of(self, plays: Plays) -> Matrix:
        return luck_of(plays, self.expected, self.dice)

    def _bats_as_pitcher(self, man: str) -> bool:
        return not self.setup.is_hitter(man)

    def play_game(self, number: int, seed: int) -> StratGame:
        """One game by the autopilot, by the rules of its season."""
        rules = GameRules(runner_on_second_from=runner_on_second(self.made.year))
        game = StratGame(self.setup, GameLog(start_game(*self.draw.sides(number), rules)), lineups_checked=False)
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
