"""Upgrade two web processes on PostgreSQL without downtime."""

import argparse

from tests.drills.databases import DrillDatabase, run_module


def run(arguments: argparse.Namespace, database: DrillDatabase) -> int:
    """Return 1 if a request failed."""
    if not arguments.upgrade or not database.is_postgresql:
        return 0
    with database.fresh(is_migrated=False) as environment:
        return run_module("rolling", arguments.upgrade, environment=environment)
