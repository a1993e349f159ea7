"""The processes that the launcher looks after: started again when they die, ended gently on every system."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from pennant_baseball.places import house

_STARTED_TOO_OFTEN = 5


class Child:
    """A module in a process of its own, which ends with the launcher.

    It is started again when it dies, but at most five times a minute. With `once` its end means that its work is done.
    """

    def __init__(self, module: Sequence[str], environment: dict[str, str], *, once: bool = False) -> None:
        self.module = list(module)
        self.environment = environment
        self.once = once
        self.starts: list[float] = []
        self.process: subprocess.Popen[bytes] | None = None

    def keep_running(self) -> bool:
        """Start it if it is not running. False where it died five times within a minute."""
        if self.process is not None and (self.once or self.process.poll() is None):
            return True
        now = time.monotonic()
        self.starts = [*[start for start in self.starts if now - start < 60], now]
        if len(self.starts) > _STARTED_TOO_OFTEN:
            return False
        self._close_pipe()
        command = [sys.executable, "-m", "pennant_baseball.supervised", *self.module]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, env=self.environment, cwd=house(), **of_its_own(sys.platform)
        )
        return True

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(ending_signal(sys.platform))

    def wait(self, seconds: float) -> None:
        if self.process is None:
            return
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._close_pipe()

    def _close_pipe(self) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()


def of_its_own(system: str) -> dict[str, Any]:
    """A session or group of its own, so that Ctrl-C reaches it only by way of stop()."""
    if system == "win32":
        return {"creationflags": int(getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x200))}
    return {"start_new_session": True}


def ending_signal(system: str) -> int:
    """What a process of its own group hears: on Windows “terminate” would end it without a word to its pages."""
    return int(getattr(signal, "CTRL_BREAK_EVENT", 1)) if system == "win32" else signal.SIGTERM


# glibc keeps what eight threads have freed, each in a store of its own: two stores, and what is free goes back
_SPARING = {"MALLOC_ARENA_MAX": "2", "MALLOC_TRIM_THRESHOLD_": "65536", "MALLOC_MMAP_THRESHOLD_": "65536"}


def children_environment() -> dict[str, str]:
    """The program's folder on the path, one encoding on every system, and memory given back where it can be."""
    path = os.pathsep.join(filter(None, [str(house()), os.environ.get("PYTHONPATH", "")]))
    return {**_SPARING, **os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"}
