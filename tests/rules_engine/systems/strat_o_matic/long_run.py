"""Thousands of games of each edition, every team of a season against every other, each held against the invariants.

Run by hand: python -m tests.rules_engine.systems.strat_o_matic.long_run 10000 [edition ...]
"""

import random
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from functools import cache

from rules_engine.baseball.box_score import box_score
from rules_engine.baseball.decisions import decide
from rules_engine.baseball.invariants import batting_order_faults, broken_invariants
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.state import start_game
from rules_engine.baseball.table import RandomTable
from rules_engine.systems.strat_o_matic.autopilot.autopilot import Autopilot
from rules_engine.systems.strat_o_matic.editions.edition import load_edition
from rules_engine.systems.strat_o_matic.play.game import StratGame
from rules_engine.systems.strat_o_matic.scorebook.book import Book
from tests.rules_engine.systems.strat_o_matic.real_league import real_league, side

EDITIONS = ("star", "som_super_advanced", "som_advanced", "som_basic")
YEAR = 1998

line_up_of = cache(side)


def games_of(edition: str, games: int, first_seed: int = 0) -> Iterator[tuple[int, StratGame]]:
    """Game after game, played out by the autopilot: (seed, game)."""
    season = real_league(YEAR).season
    book = Book(load_edition(edition), season.cards)
    teams = sorted(season.teams)
    for seed in range(first_seed, first_seed + games):
        away, home = random.Random(seed).sample(teams, 2)
        game = StratGame(book, GameLog(start_game(line_up_of(away, seed % 5), line_up_of(home, seed % 5))))
        pilot = Autopilot(game)
        table = RandomTable(seed, pilot.choose)
        while not game.state.over:
            pilot.changes()
            game.play(table)
        yield seed, game


def faults_of(game: StratGame) -> list[str]:
    """Every invariant broken, and what the box score and the decisions say against themselves."""
    faults = broken_invariants(game.log) + batting_order_faults(game.log)
    box = box_score(game.log.in_force())
    for team in (0, 1):
        own, other = box.teams[team], box.teams[1 - team]
        if own.total("hits") != sum(line.hits for line in other.pitching.values()):
            faults.append(f"Team {team}: hits of batters and of pitchers differ.")
        if own.total("homeruns") != sum(line.homeruns for line in other.pitching.values()):
            faults.append(f"Team {team}: homeruns of batters and of pitchers differ.")
        if own.total("strikeouts") != sum(line.strikeouts for line in other.pitching.values()):
            faults.append(f"Team {team}: strikeouts of batters and of pitchers differ.")
        if sum(line.earned_runs for line in other.pitching.values()) > game.state.score[team]:
            faults.append(f"Team {team}: more earned runs than runs.")
    if decide(game.log.in_force(), game.state.inning) is None:
        faults.append("Nobody won.")
    return faults


def run(edition: str, games: int, first_seed: int = 0) -> Counter[str]:
    """What was played, with a count of faults; each fault is printed with its seed."""
    totals: Counter[str] = Counter()
    for seed, game in games_of(edition, games, first_seed):
        faults = faults_of(game)
        for fault in faults:
            sys.stdout.write(f"{edition}, seed {seed}: {fault}\n")
        totals.update(
            games=1,
            faults=len(faults),
            events=game.log.number,
            runs=sum(game.state.score),
            extra=game.state.inning > 9,
            walk_offs=game.state.ending == "walk_off",
        )
    return totals


def main(arguments: list[str]) -> None:
    games = int(arguments[0]) if arguments else 10_000
    for edition in arguments[1:] or EDITIONS:
        try:
            sys.stdout.write(f"{edition}: {dict(run(edition, games))}\n")
        except Exception:  # the report of one edition should not cost the others theirs
            traceback.print_exc()


if __name__ == "__main__":
    main(sys.argv[1:])
