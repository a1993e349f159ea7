"""Run tests of the suite more often or longer, as drills."""

import argparse
import os
import subprocess
import sys
from typing import NamedTuple

from tests.browser.installation import ROOT
from tests.drills.databases import DrillDatabase


class ScaledTest(NamedTuple):
    """A test file, and the environment variable for its number of repetitions."""

    variable: str
    file: str


_SCALED_TESTS = {
    "reconnects": ScaledTest("PENNANT_RECONNECTS", "tests/weekend/test_reconnects.py"),
    "drowned": ScaledTest("PENNANT_DROWNED_SECONDS", "tests/backups/test_drowned_laptop.py"),
    "standby": ScaledTest("PENNANT_STANDBY_SECONDS", "tests/browser/test_standby.py"),
    "hostile": ScaledTest("PENNANT_HOSTILE_FILES", "tests/backups/test_mutated_files.py"),
    "damaged": ScaledTest("PENNANT_DAMAGED_FILES", "tests/backups/test_damaged_backups.py"),
    "deliveries": ScaledTest("PENNANT_DELIVERY_KILLS", "tests/drafts/test_delivery_kills.py"),
    "outages": ScaledTest("PENNANT_OUTAGE_SECONDS", "tests/weekend/test_outages.py"),
}


def run(arguments: argparse.Namespace, database: DrillDatabase) -> int:
    """Return 1 if a test failed."""
    numbers = {name: getattr(arguments, name) for name in _SCALED_TESTS if getattr(arguments, name)}
    files = [_SCALED_TESTS[name].file for name in numbers]
    if arguments.outages and database.is_postgresql:
        files.append("tests/weekend/test_hosted_drills.py")
    if not files:
        return 0
    url = database.server_url or f"sqlite:///{database.folder}/outages.sqlite3"
    variables = {_SCALED_TESTS[name].variable: str(number) for name, number in numbers.items()}
    environment = {**os.environ, "DATABASE_URL": url, "REDIS_URL": database.redis_url, **variables}
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "-rs", *files]
    return int(subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode != 0)
