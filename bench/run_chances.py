"""Print the table in rules_engine/baseball/win_values.py: python -m bench.run_chances [games].

It counts the runs that score in the rest of a half-inning, in games played by the engine. Half-innings that a walk-off
can end early are excluded.
"""

import sys
from collections import Counter
from collections.abc import Iterator

from bench.bench_manager import Match
from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.simulation import play_out
from rules_engine.baseball.win_values import MOST_RUNS
from rules_engine.systems.strat_o_matic.play.game import StratGame

Moment = tuple[int, int]  # outs, occupied bases


def counted(games: int) -> dict[Moment, Counter[int]]:
    """Return how often each number of runs scores after each base-out state."""
    match = Match()
    counts: dict[Moment, Counter[int]] = {}
    for number in range(games):
        game = match.start(number, 0)
        play_out(game, number)
        for moment, runs in _runs_after(game):
            counts.setdefault(moment, Counter())[min(runs, MOST_RUNS)] += 1
    return counts


def _runs_after(game: StratGame) -> Iterator[tuple[Moment, int]]:
    halves = game.state.halves
    for before, event in game.log.in_force():
        half = len(before.halves) - 1
        if isinstance(event, PlayMade) and not (before.bottom and before.inning >= before.rules.innings):
            yield (before.outs, before.occupied), halves[half] - before.halves[half]


def main(games: int) -> None:
    counts = counted(games)
    for outs in range(3):
        sys.stdout.write(f"    (  # {outs} out\n")
        for occupied in range(8):
            runs = counts[outs, occupied]
            shares = ", ".join(f"{runs[number] / runs.total():.4f}" for number in range(MOST_RUNS + 1))
            sys.stdout.write(f"        ({shares}),\n")
        sys.stdout.write("    ),\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 4000)
