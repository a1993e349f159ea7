"""Tells whoever holds connections open that the server was asked to end.

A server that ends first waits for its connections, and says so to nobody: an open page would keep it for ever. So
its own signal handlers are followed by ours.
"""

import asyncio
import signal
from collections.abc import Callable
from functools import cache
from types import FrameType

_Handler = Callable[[int, FrameType | None], object]


@cache
def before_the_server_waits(loop: asyncio.AbstractEventLoop, *endings: Callable[[], None]) -> None:
    """From the first call on, a signal to end also calls these in the loop."""
    for number in (signal.SIGTERM, signal.SIGINT):
        handler = signal.getsignal(number)
        # where no server has put a handler in place, the process just ends
        if callable(handler) and handler is not signal.default_int_handler:
            signal.signal(number, _followed_by(handler, loop, endings))


def _followed_by(
    handler: _Handler, loop: asyncio.AbstractEventLoop, endings: tuple[Callable[[], None], ...]
) -> _Handler:
    def end(number: int, frame: FrameType | None) -> None:
        handler(number, frame)
        for ending in endings:
            loop.call_soon_threadsafe(ending)

    return end
