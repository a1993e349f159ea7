"""Benchmark the waiting time at the terminal: wall time of whole commands, each in its own process."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bench.figure import Figure
from rules_engine.baseball.processes import usable_cores

SEASON = "1998"
ROOT = Path(__file__).resolve().parent.parent
MANAGE = [sys.executable, "manage.py"]


def figures() -> Iterator[Figure]:
    cores, cards = f"on {usable_cores()} cores", str(Path(os.environ["PENNANT_DATA"]) / "cards.json")
    yield Figure(f"make_cards {SEASON} {cores}", _seconds("make_cards", SEASON, "--out", cards), "s", 60)
    yield Figure(f"simulate 1 {cores}", _seconds("simulate", "1"), "s", 3)
    yield Figure(f"simulate 100 {cores}", _seconds("simulate", "100"), "s", 5)
    yield Figure("play: the first question", _seconds_to_first_question(), "s", 2)


def _seconds(*command: str) -> float:
    started_at = time.perf_counter()
    subprocess.run([*MANAGE, *command], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started_at


def _seconds_to_first_question() -> float:
    """Return the seconds until `play` prints a prompt, when the season's cards are already made."""
    started_at = time.perf_counter()
    with subprocess.Popen(
        [*MANAGE, "play", "--seed", "1"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as play:
        shown = b""
        while play.stdout is not None and not shown.rstrip(b" ").endswith((b":", b"?", b">")):
            part = play.stdout.read(200)
            if not part:
                raise RuntimeError(f"play ended without a question: {shown.decode()}")
            shown += part
        seconds = time.perf_counter() - started_at
        play.kill()
    return seconds
