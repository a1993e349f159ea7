"""Inject faults at every statement of every action, in one database. `run` starts this module for each."""

import argparse
import sys
import time

from tests.drills.databases import DrillDatabase, run_module
from tests.drills.reporting import report


def run(arguments: argparse.Namespace, database: DrillDatabase) -> int:
    """Return 1 if an action was lost, left incomplete or misreported."""
    if not arguments.faults:
        return 0
    with database.fresh() as environment:
        return run_module("fault_run", database.name, environment=environment)


def main() -> int:
    from tests.drills.faults import FaultCount, try_scenes  # noqa: PLC0415 - needs Django
    from tests.drills.scenes.table import PLACES, empty_database, scenes_in  # noqa: PLC0415

    total, started = FaultCount(), time.monotonic()
    for name, place in PLACES.items():
        empty_database()
        count = try_scenes(place(), scenes_in(place), kill_every=1)
        total.add(count)
        report(f"  {name}: {count}", *count.lost, *count.wrong)
    report(f"{sys.argv[1]}: {total} ({time.monotonic() - started:.0f} s)")
    return int(bool(total.lost or total.wrong))


if __name__ == "__main__":
    import django

    django.setup()
    sys.exit(main())
