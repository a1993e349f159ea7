"""Sequences of API requests in one database; `run` starts this module for each."""

import argparse
import logging
import sys
import time

from tests.drills.databases import DrillDatabase, run_module
from tests.drills.reporting import report

_PER_TOURNAMENT = 1000  # requests
_REPORTED = 4000  # requests between two lines of the report


def run(arguments: argparse.Namespace, database: DrillDatabase) -> int:
    """Return 1 if a request failed or left data that doesn't agree."""
    if not arguments.api:
        return 0
    with database.fresh() as environment:
        return run_module("api_run", database.name, str(arguments.api), environment=environment)


def main() -> int:
    from tests.drills.api_sequences import SequenceCount, try_sequences  # noqa: PLC0415 - needs Django

    logging.disable()  # the report names every error
    requests = int(sys.argv[2])
    count, started, reported = SequenceCount(), time.monotonic(), 0
    while count.requests.total() < requests:
        until = min(requests, count.requests.total() + _REPORTED)
        try_sequences(until, per_tournament=_PER_TOURNAMENT, seed=until, count=count)
        report(f"  {count}", *count.faults[reported:])
        reported = len(count.faults)
    report(f"{sys.argv[1]}: {count} ({time.monotonic() - started:.0f} s)")
    return int(bool(count.faults))


if __name__ == "__main__":
    import django

    django.setup()
    sys.exit(main())
