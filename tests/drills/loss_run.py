"""Lose power while actions are written. `run` starts this module in its own SQLite database."""

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.drills.databases import DrillDatabase, run_module
from tests.drills.reporting import report


def run(arguments: argparse.Namespace, database: DrillDatabase) -> int:
    """Return 1 if an acknowledged action was lost. PostgreSQL's own tests cover its disk writes."""
    if not arguments.lossy_disk or database.is_postgresql:
        return 0
    with database.fresh() as environment:
        return run_module("loss_run", str(arguments.lossy_disk), environment=environment)


def main() -> int:
    from tests.drills.lossy_disk import lose_power  # noqa: PLC0415 - needs Django
    from tests.drills.scenes import drafting, positions, results, sign_up  # noqa: PLC0415

    started = time.monotonic()
    scenes = {**sign_up.SCENES, **positions.SCENES, **drafting.SCENES, **results.SCENES}
    with TemporaryDirectory(prefix="pennant-loss-") as folder:
        count = lose_power(scenes, Path(folder), times=int(sys.argv[1]))
    lines = [*count.lost, *count.damaged, f"SQLite: {count} ({time.monotonic() - started:.0f} s)"]
    report(*lines)
    return int(bool(count.lost or count.damaged))


if __name__ == "__main__":
    import django

    django.setup()
    sys.exit(main())
