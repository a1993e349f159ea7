"""Set up the web server's process: its limit of open files and what else runs on a stop signal.

A stopping server waits for its connections, and an open event stream would keep it waiting forever. So our handlers run
after the server's own.
"""

import asyncio
import signal
import sys
from collections.abc import Callable
from functools import cache
from types import FrameType

_Handler = Callable[[int, FrameType | None], object]


@cache
def add_stop_handlers(loop: asyncio.AbstractEventLoop, *endings: Callable[[], None]) -> None:
    """Call `endings` in the event loop whenever a stop signal arrives."""
    for number in _stop_signals():
        handler = signal.getsignal(number)
        # without a server's handler the process just ends
        if callable(handler) and handler is not signal.default_int_handler:
            signal.signal(number, _chain_handler(handler, loop, endings))


def _stop_signals() -> list[signal.Signals]:
    """Return the stop signals of this system. Windows stops a child process by Ctrl-Break."""
    return [signal.Signals[name] for name in ("SIGTERM", "SIGINT", "SIGBREAK") if name in signal.Signals.__members__]


def _chain_handler(
    handler: _Handler, loop: asyncio.AbstractEventLoop, endings: tuple[Callable[[], None], ...]
) -> _Handler:
    def end(number: int, frame: FrameType | None) -> None:
        handler(number, frame)
        for ending in endings:
            loop.call_soon_threadsafe(ending)

    return end


_MOST_OPEN_FILES = 65_536


def allow_many_connections() -> None:
    """Raise the limit of open files, because each event stream takes one. Windows has no limit."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - Windows lacks it

    soft_limit, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = _MOST_OPEN_FILES
    if hard_limit != resource.RLIM_INFINITY:
        limit = min(limit, hard_limit)
    if soft_limit != resource.RLIM_INFINITY and soft_limit < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard_limit))
