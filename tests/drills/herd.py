"""Simulate thousands of open pages that lose their server and reconnect at the same time."""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from bench.open_pages import OpenPage
from config.process import allow_many_connections
from tests.browser.installation import Site
from tests.drills.databases import DrillDatabase, run_module

SECONDS_ALLOWED: Final = 10
_RETRY_SECONDS: Final = 3  # a browser's pause before it reopens an event stream; static/js/live.js adds up to 2
_MOST_SECONDS: Final = 300
_OPENED_AT_ONCE: Final = 50


def run(arguments: argparse.Namespace, database: DrillDatabase) -> int:
    """Return 1 if a page reconnected too late."""
    if not arguments.herd:
        return 0
    words = [database.name, str(arguments.herd)]
    return run_module("herd", *words, environment=database.environment(database.server_url))


class Return(NamedTuple):
    """Seconds from the new server's start until the last event stream opened and the last page loaded."""

    heard: float
    read: float


async def _lose_and_return(site: Site, pages: list[OpenPage]) -> Return:
    limit = asyncio.Semaphore(_OPENED_AT_ONCE)

    async def open_page(page: OpenPage) -> None:
        async with limit:
            await page.open()

    await asyncio.gather(*(open_page(page) for page in pages))
    returns = [asyncio.create_task(_come_back(page, len(pages))) for page in pages]
    await asyncio.to_thread(site.kill_web)
    await asyncio.to_thread(site.start_web)
    started = time.perf_counter()
    await asyncio.wait_for(asyncio.gather(*returns), _MOST_SECONDS)
    return Return(max(page.heard for page in pages) - started, max(page.shown for page in pages) - started)


async def _come_back(page: OpenPage, crowd: int) -> None:
    """Reopen the event stream after it breaks, and reload the page, like static/js/live.js."""
    await page.wait_for_end()
    while True:
        await asyncio.sleep(_RETRY_SECONDS + 2 * random.random())
        try:
            await page.open()
            page.heard = time.perf_counter()
            await asyncio.sleep(random.random() * min(1500, 20 + crowd / 2) / 1000)
            await page.read(f"X-Live: 1\r\nX-Act: {page.newest}\r\n")
        except (OSError, asyncio.IncompleteReadError, RuntimeError):
            continue
        page.shown = time.perf_counter()
        return


def main() -> int:
    name, number = sys.argv[1], int(sys.argv[2])
    allow_many_connections()
    with tempfile.TemporaryDirectory(prefix="pennant-herd-") as folder:
        site = Site(Path(folder))
        try:
            site.open()
            address = site.manage("demo", "--stage", "round_robin").rsplit(" ", 1)[1].strip()
            pages = [OpenPage(site.port, address, f"{address}events/") for _ in range(number)]
            returned = asyncio.run(_lose_and_return(site, pages))
        finally:
            site.close()
    sys.stdout.write(
        f"{name}: {number} pages after a kill: the last was connected {returned.heard:.1f} s after the server was "
        f"back, and had read itself after {returned.read:.1f} s (allowed: {SECONDS_ALLOWED} s)\n"
    )
    return int(returned.read > SECONDS_ALLOWED)


if __name__ == "__main__":
    sys.exit(main())
