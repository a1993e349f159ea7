"""What many pages read of one state of a tournament, read once: kept in this process by the number of the newest act.

Only pages ask here, never whoever writes: in the middle of an act the number does not say yet what has changed. What is
kept is read by several threads at once and never changed.
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
    """Whatever is made is made by one thread, and the others that want it wait for that."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, Future[Any]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: Hashable, make: Callable[[], Reading]) -> Reading:
        with self._lock:
            made = self._made.get(name)
            is_mine = made is None
            if made is None:
                made = self._made[name] = Future()
                if len(self._made) > self._most:
                    self._made.popitem(last=False)
        if is_mine:
            try:
                made.set_result(make())
            except BaseException as fault:
                self.forget(name)
                made.set_exception(fault)
        return cast(Reading, made.result())

    def forget(self, name: Hashable) -> None:
        with self._lock:
            self._made.pop(name, None)


_readings = SingleBuildCache(_MAX_READS)


def cached_read(newest: int, name: Hashable, make: Callable[[], Reading]) -> Reading:
    """What `make` gives, kept as long as the newest act of its tournament is this one. `name` says of which tournament.

    Read anew each time where finished pages are not kept either, and where nothing was ever done.
    """
    return _readings.get((newest, name), make) if is_cacheable(newest) else make()


def is_cacheable(newest: int) -> bool:
    """Whether it is worth while to read for all what one page wants a part of."""
    return bool(newest and settings.PAGE_CACHE_SECONDS)
