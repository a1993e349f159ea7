"""Build PDFs and spreadsheets one at a time, and only while no page is being built.

All threads share one interpreter, so building a file slows down every page that is built at the same time.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

_FILE_ENDINGS: Final = (".pdf", ".csv", ".xlsx")
# On a busy server, some page is always being built. A file waits no longer than this for a pause.
_MAX_WAIT_SECONDS: Final = 0.5


def is_file(path: str) -> bool:
    """Check whether a path leads to a PDF or spreadsheet that is built on request."""
    return path.startswith(("/t/", "/cards/")) and path.endswith(_FILE_ENDINGS)


class FileThread:
    """Single thread that builds files. Use it from one event loop only."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="file")
        self._turn = asyncio.Lock()
        self._pages = 0
        self._no_page = asyncio.Event()
        self._no_page.set()

    @contextlib.contextmanager
    def is_paused(self) -> Iterator[None]:
        """Make files wait while a page is being built."""
        self._pages += 1
        self._no_page.clear()
        try:
            yield
        finally:
            self._pages -= 1
            if not self._pages:
                self._no_page.set()

    async def run(self, build: Callable[[], None]) -> None:
        async with self._turn:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_MAX_WAIT_SECONDS):
                    await self._no_page.wait()
            await asyncio.get_running_loop().run_in_executor(self._thread, build)
