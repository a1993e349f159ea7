"""Set up the web server's process: its open-file limit and its extra handlers for stop signals.

A stopping server waits for its connections to close, and an open event stream would keep it waiting forever. So these
handlers run after the server's own.
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
        # Without a server's handler, the signal stops the process at once.
        if callable(handler) and handler is not signal.default_int_handler:
            signal.signal(number, _chain_handler(handler, loop, endings))


def _stop_signals() -> list[signal.Signals]:
    """Return this platform's stop signals. On Windows, Ctrl-Break stops a child process."""
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
    """Raise the open-file limit, because each event stream uses one file. Windows has no such limit."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - Windows lacks it

    soft_limit, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = _MOST_OPEN_FILES
    if hard_limit != resource.RLIM_INFINITY:
        limit = min(limit, hard_limit)
    if soft_limit != resource.RLIM_INFINITY and soft_limit < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard_limit))
