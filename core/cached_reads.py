"""Cache data that many pages share, keyed by the number of the tournament's newest action.

Use this cache only for pages. Services that write must not use it, because the number doesn't reflect their changes
yet. Threads share the cached values, so never modify them.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, TypeVar, cast

from django.conf import settings

_MAX_READS = 200

Reading = TypeVar("Reading")


class SingleBuildCache:
    """A cache of recently used values. One thread builds each value while the others wait for it."""

    def __init__(self, most: int) -> None:
        self._max_size = most
        self._futures: OrderedDict[Hashable, Future[Any]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: Hashable, make: Callable[[], Reading]) -> Reading:
        with self._lock:
            future = self._futures.get(name)
            is_builder = future is None
            if future is None:
                future = self._futures[name] = Future()
                if len(self._futures) > self._max_size:
                    self._futures.popitem(last=False)
            else:
                self._futures.move_to_end(name)
        if is_builder:
            try:
                future.set_result(make())
            except BaseException as error:
                self.forget(name)
                future.set_exception(error)
        return cast(Reading, future.result())

    def forget(self, name: Hashable) -> None:
        with self._lock:
            self._futures.pop(name, None)


_readings = SingleBuildCache(_MAX_READS)


def cached_read(newest: int, name: Hashable, make: Callable[[], Reading]) -> Reading:
    """Return the cached result of `make` for the newest action with this number.

    `name` must identify the tournament. Nothing is cached if page caching is off or the tournament has no actions yet.
    """
    if not is_cacheable(newest):
        return make()
    return _readings.get((newest, name), make)


def is_cacheable(newest: int) -> bool:
    """Return whether results are cached, so that loading data for every page at once pays off."""
    return bool(newest and settings.PAGE_CACHE_SECONDS)
