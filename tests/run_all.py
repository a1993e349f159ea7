"""Run every test: the whole suite on SQLite, then the tests marked `database` on PostgreSQL with Redis.

`python -m tests.run_all` finds or starts the servers it needs (tests/machine.py). If something is missing, the run
stops with a message about what to install, so no part is skipped silently.

Tests with real processes and browsers can fail because the machine is busy. A failed test runs a second time, and the
summary lists every test that needed it.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests import machine
from tests.browser.installation import MADE_ONCE, drop_template

ROOT = Path(__file__).resolve().parent.parent
_ON_POSTGRESQL = 3  # workers, each of which uses three of Redis's sixteen databases, starting with the ninth
_RERUNS = ("--reruns", "1", "-rfER")  # the summary names failures, errors and reruns
# A test that hangs fails with its traceback, and the summary names the slowest ones.
_LIMITS = ("--timeout", "600", "--durations", "25", "--durations-min", "10")


@dataclass(frozen=True)
class Part:
    """Tests that run in one environment, with the arguments for parallel workers."""

    title: str
    environment: dict[str, str]
    workers: tuple[str, ...]
    arguments: tuple[str, ...] = ()


def run_part(part: Part) -> int:
    """Run the tests of a part and return pytest's exit code."""
    _say(f"\n== {part.title}")
    cache = f"cache_dir={part.environment['PENNANT_DATA']}-cache"
    command = [sys.executable, "-m", "pytest", "-q", *_RERUNS, *_LIMITS, "-o", cache, *part.arguments, *part.workers]
    # the tests' subprocesses and the second part reuse the compiled files
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(command, cwd=ROOT, env={**inherited, **part.environment}, check=False).returncode


def marked_for_the_database(root: Path = ROOT) -> list[str]:
    """Return the files that contain the marker. Loading the thousands of other tests would take each worker seconds."""
    mark = "pytest.mark.database"
    tests = (root / "tests").rglob("test_*.py")
    return sorted(str(path.relative_to(root)) for path in tests if mark in path.read_text(encoding="utf-8"))


def lengths(seconds: Mapping[str, float]) -> str:
    """Return each part's duration and the total, in minutes and seconds."""
    parts = [f"{title}: {_minutes(took)}" for title, took in seconds.items()]
    return "; ".join([*parts, f"together: {_minutes(sum(seconds.values()))}"])


def _minutes(seconds: float) -> str:
    whole_seconds = round(seconds)
    return f"{whole_seconds // 60}:{whole_seconds % 60:02} min"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    workers = str(min(os.cpu_count() or 1, 4) + 1)  # real processes and browsers often wait
    with tempfile.TemporaryDirectory(prefix="pennant-tests-") as folder, machine.servers(Path(folder)) as servers:
        machine.ensure_browser_and_paper()
        embedded = {
            "PENNANT_DATA": f"{folder}/embedded",
            "DATABASE_URL": f"sqlite:///{folder}/embedded.sqlite3",
            "REDIS_URL": "",
        }
        embedded["TEST_DATABASE"] = f"{folder}/test.sqlite3"
        embedded[MADE_ONCE] = f"{folder}/made-once"
        hosted = {
            "PENNANT_DATA": f"{folder}/hosted",
            "DATABASE_URL": servers.database_url,
            "REDIS_URL": servers.redis_url,
            "PGOPTIONS": "-c synchronous_commit=off",  # processes are killed, but never the database server
            MADE_ONCE: f"{folder}/made-once-hosted",
        }
        parts = [
            Part("All tests, on SQLite", embedded, ("-n", workers, "--dist", "loadfile", "--no-loadscope-reorder")),
            Part(
                "What depends on the database, on PostgreSQL, Redis and a Celery worker",
                hosted,
                ("-n", str(min(int(workers), _ON_POSTGRESQL)), "--dist", "worksteal"),
                ("-m", "database", "-p", "tests.redis_numbers", *marked_for_the_database()),
            ),
        ]
        results, took = [], {}
        for part in parts:
            started = time.monotonic()
            results.append(run_part(part))
            took[part.title] = time.monotonic() - started
        drop_template(servers.database_url.rsplit("/", 1)[0], Path(hosted[MADE_ONCE]))
    _say(f"\n== {lengths(took)}")
    return max(results)


if __name__ == "__main__":
    sys.exit(main())
