"""A pool of processes for work that takes seconds on one core."""

import gc
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any


def usable_cores() -> int:
    """Return the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def process_pool(workers: int, begin: Callable[..., None], *facts: Any, nice: int = 0) -> ProcessPoolExecutor:
    """Return a pool whose processes have called `begin(*facts)`; its module and the facts can be pickled.

    With `nice` above 0 other programs come first, such as the pages of the same machine.
    The processes start fresh on every operating system: a copy of a process with threads may never wake up.
    """
    fresh = multiprocessing.get_context("spawn")
    return _Pool(workers, mp_context=fresh, initializer=_begin, initargs=(begin, facts, nice))


class _Pool(ProcessPoolExecutor):
    """A pool that cancels what has not started when its block ends early."""

    def __exit__(self, *fault: Any) -> None:
        self.shutdown(cancel_futures=True)


def _begin(begin: Callable[..., None], facts: tuple[Any, ...], nice: int) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(nice)
    begin(*facts)
    gc.freeze()  # cards and rules stay to the end, so the collector can skip them


def _end_with_parent() -> None:
    """End this process when the one that started it is gone, even killed."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)
