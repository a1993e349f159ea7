"""A process pool for work that takes seconds on one core."""

import gc
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any


def usable_cores() -> int:
    """Return the number of cores this process can use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def process_pool(workers: int, begin: Callable[..., None], *facts: Any, nice: int = 0) -> ProcessPoolExecutor:
    """Return a pool whose processes have called `begin(*facts)`. The function and its arguments must be picklable.

    With `nice` above 0, other programs on the machine get priority, such as the web server.
    Processes are spawned on every operating system, because a fork of a process with threads can deadlock.
    """
    fresh = multiprocessing.get_context("spawn")
    return _Pool(workers, mp_context=fresh, initializer=_begin, initargs=(begin, facts, nice))


class _Pool(ProcessPoolExecutor):
    """A pool that cancels pending work when its block exits early."""

    def __exit__(self, *fault: Any) -> None:
        self.shutdown(cancel_futures=True)


def _begin(begin: Callable[..., None], facts: tuple[Any, ...], nice: int) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(nice)
    begin(*facts)
    gc.freeze()  # Cards and rules are never freed, so the garbage collector can skip them.


def _end_with_parent() -> None:
    """Exit this process when its parent process is gone, even if it was killed."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)
