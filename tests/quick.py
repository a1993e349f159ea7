"""Check the affected parts of a change in less than a minute and a half: `make quick`.

The change is the difference from the branch's merge base with main, or from `BASE=...`. Types, imports and migrations
are checked completely. Affected tests (tests/touched.py) run nearest first, until time is up. The report lists the
tests that didn't run.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

import pytest

from tests.touched import changed_files, house_at, is_test, usual_base

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 85
_TO_END_IN = 10  # seconds to drop databases, close browsers and stop workers


class Run:
    """A test run that stops when its time is up. It cleans up the tests in progress and records the finished ones."""

    def __init__(self, seconds: float) -> None:
        self._seconds = max(seconds, 1.0)
        self._open: Counter[str] = Counter()
        self._queried: set[str] = set()
        self.failed: set[str] = set()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._open.update(item.nodeid.split("::")[0] for item in session.items)
        self._queried.update(self._open)
        signal.signal(signal.SIGALRM, self._end)
        signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self._open[nodeid.split("::")[0]] -= 1

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)

    def _end(self, *_: object) -> None:
        pytest.exit("the time is up")

    def finished(self, name: str) -> bool:
        return name in self._queried and not self._open[name]


@dataclass
class Check:
    """A command that runs alongside the tests, and its output."""

    title: str
    process: subprocess.Popen[bytes]
    output: IO[bytes]

    def passes(self) -> bool:
        code = self.process.wait()
        _say(f"{self.title}: {'fault' if code else 'good'}")
        with self.output:
            if code:
                self.output.seek(0)
                _say(self.output.read().decode())
        return not code


def commands(changed: Sequence[str]) -> dict[str, list[str]]:
    """Return the commands that check the source, by title."""
    existing = [name for name in changed if (ROOT / name).is_file()]
    code = [name for name in existing if name.endswith(".py")]
    pages = [name for name in existing if name.startswith("templates/") and name.endswith(".html")]
    jinja_pages = [name for name in existing if name.endswith(".jinja")]
    return {
        **({"format": ["ruff", "format", "--check", "--force-exclude", *code]} if code else {}),
        **({"lint": ["ruff", "check", "--force-exclude", *code]} if code else {}),
        **({"templates": ["djangofmt", "--check", *pages]} if pages else {}),
        **({"Jinja": ["djangofmt", "--check", "--profile", "jinja", *jinja_pages]} if jinja_pages else {}),
        "direction of imports": ["lint-imports"],
        "migrations": ["python", "manage.py", "makemigrations", "--check", "--dry-run"],
        "types": ["mypy", "."],
    }


def in_order(steps: Mapping[str, int], changed: Sequence[str]) -> list[str]:
    """Sort nearest first. Within a distance, the changed apps' own tests come first and browser weekends last."""
    apps = {part for name in changed for part in PurePosixPath(name).parts[:2]}
    ranks = {
        name: (away > 0 and name.startswith("tests/browser/"), away, PurePosixPath(name).parts[1] not in apps, name)
        for name, away in steps.items()
    }
    return sorted(steps, key=ranks.__getitem__)


def left_out(chosen: Sequence[str], run: Run) -> str:
    """Describe the affected tests that didn't run."""
    rest = [name for name in chosen if not run.finished(name)]
    if not rest:
        return f"All {len(chosen)} test files that the change touches ran."
    folders = Counter(str(PurePosixPath(name).parent) for name in rest)
    where = ", ".join(f"{count} in {folder}" for folder, count in sorted(folders.items()))
    return (
        f"{len(chosen) - len(rest)} of the {len(chosen)} test files that the change touches ran to their end, nearest "
        f"first, until the time was up. Left out: {where}. The next would have been {', '.join(rest[:3])}. "
        "`make test` runs them all."
    )


def untested(changed: Sequence[str], alone: Mapping[str, Mapping[str, int]]) -> str:
    """Return the changed files that no test depends on, such as settings or a lock file."""
    silent = [name for name in changed if not alone[name]]
    return f"No test leads to {', '.join(silent)}: only `make test` says what that does." if silent else ""


def main() -> int:
    started_at = time.monotonic()
    changed = changed_files(ROOT, os.environ.get("BASE") or usual_base(ROOT))
    if not changed:
        _say("Nothing differs from main; BASE=<commit> compares with another commit.")
        return 0
    with tempfile.TemporaryDirectory(prefix="pennant-quick-") as folder:
        _use(Path(folder))
        checks = [_begin(title, command, Path(folder)) for title, command in commands(changed).items()]
        house = house_at(ROOT)
        alone = {name: house.tests_for([name]) for name in changed}
        chosen = in_order(house.tests_for(changed), changed)
        run = Run(SECONDS - _TO_END_IN - (time.monotonic() - started_at))
        if chosen:
            pytest.main(["-q", "--no-header", *chosen], plugins=[run])
        passed = [check.passes() for check in checks]
    _say(left_out(chosen, run) if chosen else "The change touches no test.")
    _say(untested([name for name in changed if not is_test(name)], alone))
    _say(f"{len(run.failed)} failed: {', '.join(sorted(run.failed))}" if run.failed else "")
    _say(f"{time.monotonic() - started_at:.0f} seconds.")
    return int(bool(run.failed) or not all(passed))


def _use(folder: Path) -> None:
    """Use a separate database and directory for the run."""
    os.environ.update(
        PENNANT_DATA=str(folder),
        DATABASE_URL=f"sqlite:///{folder}/quick.sqlite3",
        TEST_DATABASE=f"{folder}/test.sqlite3",
        REDIS_URL="",
    )


def _begin(title: str, command: Sequence[str], folder: Path) -> Check:
    log_file = (folder / f"{title}.txt").open("w+b")
    words = [Path(sys.executable).parent / command[0], *command[1:]]
    return Check(title, subprocess.Popen(words, cwd=ROOT, stdout=log_file, stderr=log_file), log_file)


def _say(sentence: str) -> None:
    if sentence:
        sys.stdout.write(f"{sentence}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
