"""Time pybbda's Markov chain for the runs in a half-inning with nine different batters.

Its Retrosheet parser must be compiled. This script doesn't need the parser, so an empty module replaces it.
"""

import statistics
import sys
import time
from types import ModuleType

sys.modules |= {name: ModuleType(name) for name in ("pychadwick", "pychadwick.chadwick")}
sys.modules["pychadwick.chadwick"].Chadwick = object  # type: ignore[attr-defined]

from pybbda.analysis.run_expectancy.markov import MarkovSimulation  # type: ignore[import-not-found] # noqa: E402
from pybbda.analysis.simulations import Batter, BattingEventProbability, Lineup  # type: ignore[import-not-found] # noqa: E402

chances = [BattingEventProbability(0.08, 0.15 + slot / 100, 0.05, 0.005, 0.03) for slot in range(9)]
lineup = Lineup(
    lineup=[
        Batter(player_id=str(slot), batting_event_probabilities=probabilities)
        for slot, probabilities in enumerate(chances)
    ]
)


def milliseconds() -> float:
    started_at = time.process_time()
    MarkovSimulation(termination_threshold=1e-4)(lineup)
    return (time.process_time() - started_at) * 1000


milliseconds()
sys.stdout.write(str(statistics.median(milliseconds() for _ in range(9))))
