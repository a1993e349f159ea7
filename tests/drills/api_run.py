"""Random API requests to tournaments and to play tables in one database; `run` starts this module for each."""

import argparse
import logging
import sys
import time

from tests.drills.databases import DrillDatabase, run_module
from tests.drills.reporting import report

_PER_TOURNAMENT = 1000  # requests
_PER_TABLE = 150
_REPORTED = 4000  # requests between two lines of the report


def run(arguments: argparse.Namespace, database: DrillDatabase) -> int:
    """Return 1 if a request failed or left data that doesn't agree."""
    if not arguments.api:
        return 0
    with database.fresh() as environment:
        return run_module("api_run", database.name, str(arguments.api), environment=environment)


def main() -> int:
    logging.disable()  # the report names every error
    name, requests = sys.argv[1], int(sys.argv[2])
    return _send_to_tables(name, requests) + _send_to_tournaments(name, requests)


def _send_to_tournaments(name: str, requests: int) -> int:
    from tests.drills.api_sequences import SequenceCount, try_sequences  # noqa: PLC0415 - needs Django

    count, started, reported = SequenceCount(), time.monotonic(), 0
    while count.requests.total() < requests:
        until = min(requests, count.requests.total() + _REPORTED)
        try_sequences(until, per_tournament=_PER_TOURNAMENT, seed=until, count=count)
        report(f"  {count}", *count.faults[reported:])
        reported = len(count.faults)
    report(f"{name}: {count} ({time.monotonic() - started:.0f} s)")
    return int(bool(count.faults))


def _send_to_tables(name: str, requests: int) -> int:
    from tests.drills.table_games import make_cards, rulesets  # noqa: PLC0415 - needs Django
    from tests.drills.table_requests import TableCount  # noqa: PLC0415
    from tests.drills.table_worlds import try_tables  # noqa: PLC0415

    make_cards(rulesets())
    count, started, reported = TableCount(), time.monotonic(), 0
    while count.requests.total() < requests:
        until = min(requests, count.requests.total() + _REPORTED)
        try_tables(until, per_game=_PER_TABLE, seed=until, count=count)
        report(f"  {count}", *count.faults[reported:])
        reported = len(count.faults)
    report(f"{name}: {count} ({time.monotonic() - started:.0f} s)")
    return int(bool(count.faults))


if __name__ == "__main__":
    import django

    django.setup()
    sys.exit(main())
