"""Child processes of the launcher. They are restarted when they crash, and stopped gracefully on every system."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from pennant_baseball.places import program_folder

_MOST_STARTS_PER_MINUTE = 5


class Child:
    """A module in its own process, which exits with the launcher.

    The process is restarted when it crashes, at most five times a minute. With `once`, it isn't restarted after it
    exits.
    """

    def __init__(self, module: Sequence[str], environment: dict[str, str], *, once: bool = False) -> None:
        self.module = list(module)
        self.environment = environment
        self.once = once
        self.starts: list[float] = []
        self.process: subprocess.Popen[bytes] | None = None

    def keep_running(self) -> bool:
        """Start the process if it isn't running. Return False if it crashed five times within a minute."""
        if self.is_running() or (self.once and self.starts):
            return True
        now = time.monotonic()
        self.starts = [start for start in self.starts if now - start < 60]
        self.starts.append(now)
        if len(self.starts) > _MOST_STARTS_PER_MINUTE:
            return False
        self._close_pipe()
        command = [sys.executable, "-m", "pennant_baseball.supervised", *self.module]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            env=self.environment,
            cwd=program_folder(),
            **own_group_options(sys.platform),
        )
        return True

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        if self.process is not None and self.is_running():
            self.process.send_signal(stop_signal(sys.platform))

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


def own_group_options(system: str) -> dict[str, Any]:
    """Return options for a process with its own session or group, so that Ctrl-C reaches it only through stop()."""
    if system == "win32":
        return {"creationflags": int(getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x200))}
    return {"start_new_session": True}


def stop_signal(system: str) -> int:
    """Return the signal that stops a process gracefully. On Windows, “terminate” would kill it."""
    return int(getattr(signal, "CTRL_BREAK_EVENT", 1)) if system == "win32" else signal.SIGTERM


# By default, glibc has a memory pool for each thread. Use two pools, and return free memory to the system.
_MALLOC_SETTINGS = {"MALLOC_ARENA_MAX": "2", "MALLOC_TRIM_THRESHOLD_": "65536", "MALLOC_MMAP_THRESHOLD_": "65536"}


def children_environment() -> dict[str, str]:
    """Return a child's environment: the program on its path, UTF-8 on every system, and less memory."""
    path = os.pathsep.join(filter(None, [str(program_folder()), os.environ.get("PYTHONPATH", "")]))
    return {**_MALLOC_SETTINGS, **os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"}
