"""Runs every test: the whole suite on SQLite, then what depends on the database on PostgreSQL with Redis.

`python -m tests.run_all` finds or starts what is needed (tests/machine.py) and never leaves a part out
silently: what cannot be had ends the run with a sentence that says what to install.

Tests with real processes and browsers can fail because the machine was busy with others. A few that failed are tried
once more, alone; what fails then has failed, and what passes is named at the end.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import machine

ROOT = Path(__file__).resolve().parent.parent
_ON_POSTGRESQL = 3  # workers; each takes three of the sixteen databases of a Redis, from the ninth on


_FEW = 8  # more have not failed by chance


def pytest(title: str, environment: dict[str, str], *arguments: str, beside: tuple[str, ...] = ()) -> int:
    """Its exit code; `beside` are the arguments that let tests run beside each other."""
    folder = f"{environment['PENNANT_DATA']}-noted"
    noted = ("-o", f"cache_dir={folder}")
    code = _run(title, environment, *noted, *arguments, *beside)
    failed = _failed(Path(folder))
    if code != 1 or len(failed) > _FEW:
        return code
    code = _run(f"Once more, alone: {len(failed)} of these", environment, *noted, *arguments, "--last-failed")
    if code == 0:
        _say("== Failed beside others and passed alone: " + ", ".join(failed))
    return code


def _run(title: str, environment: dict[str, str], *arguments: str) -> int:
    _say(f"\n== {title}")
    command = [sys.executable, "-m", "pytest", "-q", *arguments]
    # what is compiled once serves the other workers, the processes that tests start and the second run
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.run(command, cwd=ROOT, env={**kept, **environment}, check=False).returncode


def _failed(folder: Path) -> list[str]:
    noted = folder / "v" / "cache" / "lastfailed"
    return sorted(json.loads(noted.read_text(encoding="utf-8"))) if noted.exists() else []


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
        hosted = {
            "PENNANT_DATA": f"{folder}/hosted",
            "DATABASE_URL": servers.database_url,
            "REDIS_URL": servers.redis_url,
            "PGOPTIONS": "-c synchronous_commit=off",  # processes are killed, the server of the database never
        }
        results = [
            pytest(
                "All tests, on SQLite",
                embedded,
                beside=("-n", workers, "--dist", "loadfile", "--no-loadscope-reorder"),
            ),
            pytest(
                "What depends on the database, on PostgreSQL, Redis and a Celery worker",
                hosted,
                *("-m", "database", "-p", "tests.redis_numbers"),
                beside=("-n", str(min(int(workers), _ON_POSTGRESQL)), "--dist", "worksteal"),
            ),
        ]
    return max(results)


if __name__ == "__main__":
    sys.exit(main())
