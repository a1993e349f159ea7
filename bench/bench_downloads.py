"""Benchmark the dashboard while 30 visitors download the same three PDFs again and again."""

import asyncio
import contextlib
import statistics
import time
from collections.abc import Iterator

from bench.bench_live import Dashboard
from bench.figure import Figure
from bench.open_pages import OpenPage
from bench.serving import megabytes_of, server_process
from bench.weekend import weekend_of_fourteen

VISITORS = 30
SECONDS = 15
# people open dashboards with pauses rather than in a loop
PAUSE_SECONDS = 0.2


def figures() -> Iterator[Figure]:
    tournament = weekend_of_fourteen("round_robin")
    division = tournament.divisions.get().pk
    team = tournament.teams.order_by("slot")[0].pk
    files = [f"standings/{division}.pdf", f"schedule/{division}.pdf", f"sheets/{team}/current.pdf"]
    with server_process() as (base, process):
        dashboard = Dashboard(int(base.rsplit(":", 1)[1]), tournament)
        addresses = [f"/t/{tournament.slug}/{file}" for file in files]
        yield from asyncio.run(_figures(dashboard, addresses, process))


async def _figures(dashboard: Dashboard, addresses: list[str], process: int) -> list[Figure]:
    for _ in range(5):
        await dashboard.page.read()
    quiet = statistics.median(await _dashboard_times(dashboard))
    visitors = [asyncio.create_task(_download_in_turns(dashboard.port, addresses)) for _ in range(VISITORS)]
    times = await _dashboard_times(dashboard)
    for visitor in visitors:
        visitor.cancel()
    counts = await asyncio.gather(*visitors)
    busy, slowest = statistics.median(times), max(times)
    dashboard.page.close()
    title = f"{VISITORS} visitors downloading {len(addresses)} PDFs in turns"
    detail = f"{quiet:.0f} ms quiet, {busy:.0f} ms busy, at most {slowest:.0f} ms"
    return [
        Figure(f"the dashboard's median beside {title}: {detail}", busy / quiet, "times the quiet median", 1.5),
        Figure(f"downloads a second by {title}", sum(counts) / SECONDS, "downloads/s", 20, better="more"),
        Figure(f"memory of the server beside {title} (PSS)", megabytes_of(process), "MB", 250),
    ]


async def _dashboard_times(dashboard: Dashboard) -> list[float]:
    """Return the dashboard's response times in milliseconds. Actions in between make the files stale."""
    times = []
    until = time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        started_at = time.perf_counter()
        await dashboard.page.read()
        times.append((time.perf_counter() - started_at) * 1000)
        if len(times) % 20 == 0:
            await asyncio.to_thread(dashboard.announce)
        await asyncio.sleep(PAUSE_SECONDS)
    return times


async def _download_in_turns(port: int, addresses: list[str]) -> int:
    downloads = 0
    with contextlib.suppress(asyncio.CancelledError):
        while True:
            page = OpenPage(port, addresses[downloads % len(addresses)], "")
            await page.read()
            page.close()
            downloads += 1
    return downloads
