"""Run every ordered pair of actions on PostgreSQL. `run` starts this module in its own database."""

import argparse
import sys
import time

from tests.drills.databases import DrillDatabase, run_module
from tests.drills.reporting import report

_REPORTED = 100  # pairs between two progress lines


def run(arguments: argparse.Namespace, database: DrillDatabase) -> int:
    """Return 1 if a pair failed. SQLite has one writer at a time, so its pairs can't overlap."""
    if not arguments.pairs or not database.is_postgresql:
        return 0
    with database.fresh() as environment:
        return run_module("pair_run", str(arguments.pairs), environment=environment)


def main() -> int:
    from tests.drills.pairs import PairDrill  # noqa: PLC0415 - needs Django
    from tests.drills.scenes.table import SCENES  # noqa: PLC0415
    from tournaments.action_log.verbs import Verb  # noqa: PLC0415

    # a restored backup replaces the whole database, including the other action
    drill = PairDrill({verb: scene for verb, scene in SCENES.items() if verb != Verb.RESTORE_COPY})
    pairs = drill.pairs()[: int(sys.argv[1])]
    started = time.monotonic()
    for first in range(0, len(pairs), _REPORTED):
        drill.run(pairs[first : first + _REPORTED])
        report(f"  {drill.count}")
    drill.close()
    report(*drill.count.faults, f"PostgreSQL: {drill.count} ({time.monotonic() - started:.0f} s)")
    return int(bool(drill.count.faults))


if __name__ == "__main__":
    import django

    django.setup()
    sys.exit(main())
