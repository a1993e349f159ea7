"""Runs every test: the whole suite on SQLite, then what depends on the database on PostgreSQL with Redis.

`python -m tests.run_all` finds or starts what is needed (tests/machine.py) and never leaves a part out
silently: what cannot be had ends the run with a sentence that says what to install.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import machine

ROOT = Path(__file__).resolve().parent.parent
_ON_POSTGRESQL = 2  # workers; each takes three of the sixteen databases of a Redis, from the ninth on


def pytest(title: str, environment: dict[str, str], *arguments: str) -> int:
    sys.stdout.write(f"\n== {title}\n")
    sys.stdout.flush()
    command = [sys.executable, "-m", "pytest", "-q", *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False).returncode


def main() -> int:
    workers = str(min(os.cpu_count() or 1, 4))
    with tempfile.TemporaryDirectory(prefix="pennant-tests-") as folder, machine.servers(Path(folder)) as servers:
        machine.ensure_browser_and_paper()
        embedded = {
            "PENNANT_DATA": f"{folder}/embedded",
            "DATABASE_URL": f"sqlite:///{folder}/embedded.sqlite3",
            "REDIS_URL": "",
        }
        embedded["TEST_DATABASE"] = f"{folder}/test.sqlite3"
        hosted = {
            "PENNANT_DATA": f"{folder}/hosted",
            "DATABASE_URL": servers.database_url,
            "REDIS_URL": servers.redis_url,
        }
        results = [
            pytest("All tests, on SQLite", embedded, "-n", workers, "--dist", "loadfile"),
            pytest(
                "What depends on the database, on PostgreSQL, Redis and a Celery worker",
                hosted,
                *("-m", "database", "-p", "tests.redis_numbers"),
                *("-n", str(min(int(workers), _ON_POSTGRESQL)), "--dist", "worksteal"),
            ),
        ]
    return max(results)


if __name__ == "__main__":
    sys.exit(main())
