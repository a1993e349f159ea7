"""Kill web processes, and race two of them."""

import argparse

from tests.drills.databases import DrillDatabase, run_module


def run(arguments: argparse.Namespace, database: DrillDatabase) -> int:
    """Return 1 if a write was lost or duplicated."""
    if not arguments.kills and not arguments.races:
        return 0
    words = [f"--kills={arguments.kills}", f"--races={arguments.races}"]
    with database.fresh() as environment:
        return run_module("one_database", *words, environment=environment)
