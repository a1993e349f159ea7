"""Replay a real league with its cards. Players get their real playing time."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_engine.baseball.log import GameLog
from rules_engine.baseball.processes import process_pool
from rules_engine.baseball.seasons import outs_of_starts
from rules_engine.baseball.state import start_game
from rules_engine.game_rules import GameRules
from rules_engine.systems.strat_o_matic.card_making.league import LeagueCards
from rules_engine.systems.strat_o_matic.cards.cards import PitcherCard, hitters_card
from rules_engine.systems.strat_o_matic.charts.chart_files import ChartTable, custom_charts_in_use, use_charts
from rules_engine.systems.strat_o_matic.computer_manager.computer_manager import ComputerManager
from rules_engine.systems.strat_o_matic.game_state.game_setup import GameSetup
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.rulesets.ruleset import load_ruleset
from seasons.counts import Counts, Matrix, Plays
from seasons.league_statistics import runner_on_second
from seasons.replay_schedule import ReplaySchedule
from seasons.strat_o_matic.dice import DiceLuck
from seasons.strat_o_matic.luck import ReadingChances, game_luck

SEEDS_PER_REPLAY = 1_000_000
GAMES_PER_JOB = 500
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
    """Play games starting with number `first`. Game n is the same for any number of workers."""
    end = first + games
    jobs = []
    for start in range(first, end, GAMES_PER_JOB):
        jobs.append(ReplayJob(start, min(GAMES_PER_JOB, end - start), seed))
    counts = Counts()
    for job_counts in _play_jobs(made, edition, jobs, workers):
        counts.add_all(job_counts)
        if on_progress:
            on_progress(counts.games)
    return counts


def replay_schedule_of(made: LeagueCards) -> ReplaySchedule:
    """Return the schedule for a league's replay, based on its cards."""

    def relief_outs(player: str) -> float | None:
        card = made.cards[player]
        line = made.statistics.pitching.get(player)
        if line is None or not isinstance(card, PitcherCard) or not card.endurance.relief:
            return None
        return line.outs - outs_of_starts(line)

    pitchers = frozenset(player for player, card in made.cards.items() if isinstance(card, PitcherCard))
    hitters = frozenset(player for player, card in made.cards.items() if hitters_card(card))
    return ReplaySchedule(made.statistics, made.teams, pitchers, hitters, relief_outs)


class ReplayJob(NamedTuple):
    """Consecutive games that one worker plays."""

    first: int
    games: int
    seed: int


def _play_jobs(made: LeagueCards, edition: str, jobs: Sequence[ReplayJob], workers: int) -> Iterator[Counts]:
    if workers < 2 or len(jobs) < 2:
        yield from map(LeagueReplayer(made, edition).play, jobs)
        return
    with process_pool(min(workers, len(jobs)), _init_worker, custom_charts_in_use(), made, edition) as pool:
        yield from pool.map(_play_job, jobs)


class LeagueReplayer:
    """Plays one league's games with one setup, whose caches serve all jobs."""

    def __init__(self, made: LeagueCards, edition: str) -> None:
        self.made = made
        self.schedule = replay_schedule_of(made)
        self.setup = GameSetup(load_ruleset(edition), made.cards, habits=made.league.aims.habits)
        self.chances = ReadingChances(self.setup)
        self.dice = DiceLuck(self.setup)

    def play(self, job: ReplayJob) -> Counts:
        """Play and count a job's games."""
        gc.freeze()  # cards stay until the end, so the collector can skip them
        counts = Counts()
        for number in range(job.first, job.first + job.games):
            game = self.play_game(number, job.seed * SEEDS_PER_REPLAY + number)
            counts.add(game.log, self._luck_of, self._bats_as_pitcher)
        return counts

    def _luck_of(self, plays: Plays) -> Matrix:
        return game_luck(plays, self.chances, self.dice)

    def _bats_as_pitcher(self, player: str) -> bool:
        return not self.setup.is_hitter(player)

    def play_game(self, number: int, seed: int) -> StratGame:
        """Play a game under its season's rules, with computer managers."""
        rules = GameRules(runner_on_second_from=runner_on_second(self.made.year))
        start = start_game(*self.schedule.sides(number), rules)
        game = StratGame(self.setup, GameLog(start), lineups_checked=False)
        pilot = ComputerManager(game, keeps_playing_time=True)
        pilot.play_out(pilot.table(seed))
        return game


_replayer: LeagueReplayer  # in a worker process


def _init_worker(charts: Mapping[str, ChartTable], made: LeagueCards, edition: str) -> None:
    global _replayer
    use_charts(charts)
    _replayer = LeagueReplayer(made, edition)


def _play_job(job: ReplayJob) -> Counts:
    return _replayer.play(job)
