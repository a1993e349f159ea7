"""The machine's pace, for comparing figures from different machines."""

import json
import time

# CPU time of the work below on the machine where the goals were set.
USUAL_SECONDS = 0.055
TRIES = 5


def machine_pace() -> float:
    """Return 1 for the reference machine, and 0.5 for a machine that takes twice as long.

    The fastest of several tries is used, because other programs share the machine.
    """
    return USUAL_SECONDS / min(_seconds_of_fixed_work() for _ in range(TRIES))


def _seconds_of_fixed_work() -> float:
    started_at = time.process_time()
    rows = [(f"Team {number % 14}", number * 7919 % 23) for number in range(40_000)]
    runs_by_team: dict[str, int] = {}
    for team, runs in rows:
        runs_by_team[team] = runs_by_team.get(team, 0) + runs
    rows.sort()
    json.loads(json.dumps(rows))
    return time.process_time() - started_at
