"""Send random API requests to tournaments and play tables in a database. `run` starts this module for each one."""

import argparse
import logging
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tests.drills.databases import DrillDatabase, run_module
from tests.drills.reporting import report

if TYPE_CHECKING:
    from tests.drills.api_sequences import SequenceCount
    from tests.drills.table_requests import TableCount

_PER_TOURNAMENT = 1000  # requests
_PER_TABLE = 150
_REPORTED = 4000  # requests between two progress lines


def run(arguments: argparse.Namespace, database: DrillDatabase) -> int:
    """Return 1 if a request failed or left inconsistent data."""
    if not arguments.api:
        return 0
    with database.fresh() as environment:
        return run_module("api_run", database.name, str(arguments.api), environment=environment)


def main() -> int:
    from tests.drills.api_sequences import SequenceCount, try_sequences  # noqa: PLC0415 - needs Django
    from tests.drills.table_games import make_cards, rulesets  # noqa: PLC0415
    from tests.drills.table_requests import TableCount  # noqa: PLC0415
    from tests.drills.table_worlds import try_tables  # noqa: PLC0415

    logging.disable()  # the report lists every error
    name, requests = sys.argv[1], int(sys.argv[2])
    make_cards(rulesets())
    table_count, count = TableCount(), SequenceCount()
    send_to_tables = partial(try_tables, per_game=_PER_TABLE, count=table_count)
    send_to_tournaments = partial(try_sequences, per_tournament=_PER_TOURNAMENT, count=count)
    return _send(name, requests, table_count, send_to_tables) + _send(name, requests, count, send_to_tournaments)


def _send(name: str, requests: int, count: "TableCount | SequenceCount", try_requests: Callable[..., object]) -> int:
    """Send this many requests and report progress. Return 1 if there are errors."""
    started, reported = time.monotonic(), 0
    while count.requests.total() < requests:
        until = min(requests, count.requests.total() + _REPORTED)
        try_requests(until, seed=until)
        report(f"  {count}", *count.faults[reported:])
        reported = len(count.faults)
    report(f"{name}: {count} ({time.monotonic() - started:.0f} s)")
    return int(bool(count.faults))


if __name__ == "__main__":
    import django

    django.setup()
    sys.exit(main())
