"""The web server's process: how many files it may have open, and who is told when it is asked to end.

A server that ends first waits for its connections, and says so to nobody: an open page would keep it for ever. So
its own signal handlers are followed by ours.
"""

import asyncio
import signal
import sys
from collections.abc import Callable
from functools import cache
from types import FrameType

_Handler = Callable[[int, FrameType | None], object]


@cache
def before_the_server_waits(loop: asyncio.AbstractEventLoop, *endings: Callable[[], None]) -> None:
    """From the first call on, a signal to end also calls these in the loop."""
    for number in _endings():
        handler = signal.getsignal(number)
        # where no server has put a handler in place, the process just ends
        if callable(handler) and handler is not signal.default_int_handler:
            signal.signal(number, _followed_by(handler, loop, endings))


def _endings() -> list[signal.Signals]:
    """On Windows a process that is started by another is asked to end by Ctrl-Break."""
    return [signal.Signals[name] for name in ("SIGTERM", "SIGINT", "SIGBREAK") if name in signal.Signals.__members__]


def _followed_by(
    handler: _Handler, loop: asyncio.AbstractEventLoop, endings: tuple[Callable[[], None], ...]
) -> _Handler:
    def end(number: int, frame: FrameType | None) -> None:
        handler(number, frame)
        for ending in endings:
            loop.call_soon_threadsafe(ending)

    return end


_ENOUGH = 65_536


def allow_many_connections() -> None:
    """Every open page is an open file, and many systems allow 1,024 unless more are asked for. Windows has no limit."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - Windows lacks it

    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _ENOUGH if most == resource.RLIM_INFINITY else min(_ENOUGH, most)
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
