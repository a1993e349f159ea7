"""Measure the time from an action to the last open page.

There are 3,000 open pages and 10,000 event streams on one process.
"""

import asyncio
import http.client
import itertools
import json
import statistics
import time
from collections.abc import Callable, Iterator

from bench.figure import Figure
from bench.open_pages import OpenPage
from bench.serving import connections_of, megabytes_of, open_files_limit, server_process, sign_in, threads_of
from bench.weekend import weekend_of_fourteen
from config.process import allow_many_connections
from tournaments.access.links import link_token
from tournaments.models import Access, Role, Series, Tournament

HALL, MANAGERS = 3000, 14
MOST_STREAMS = 10_000
# files that a process opens in addition to its streams
OTHER_FILES = 300
ACTS = 5


class Dashboard:
    """The director, who enters a game, which changes standings, rounds and sheets."""

    def __init__(self, port: int, tournament: Tournament) -> None:
        self.port = port
        series = tournament.series.filter(status=Series.Status.SCHEDULED, home_decided=True).first()
        series = series or tournament.series.filter(status=Series.Status.SCHEDULED)[0]
        Series.objects.filter(pk=series.pk).update(home_decided=True)
        access = Access.objects.create(tournament=tournament, role=Role.DIRECTOR, label="Bench", nonce="bench")
        self._token = link_token(access)
        self._address = f"/api/v1/tournaments/{tournament.slug}/series/{series.pk}/results/"
        self._runs, self._version = itertools.count(2), series.version
        self.page = OpenPage(port, f"/t/{tournament.slug}/dashboard/", "", sign_in(port, f"/join/{self._token}/"))

    def announce(self) -> float:
        """Enter a result and return the time of sending."""
        game = {"number": 1, "home_runs": 1, "away_runs": next(self._runs) % 90 + 2, "innings": 9}
        body = json.dumps({"games": [game], "version": self._version})
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.connect()
        sent = time.perf_counter()
        connection.request("PUT", self._address, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        if answer.status != 200:
            raise RuntimeError(content.decode())
        self._version = json.loads(content)["series"]["version"]
        return sent


def figures() -> Iterator[Figure]:
    allow_many_connections()
    tournament = weekend_of_fourteen("round_robin")
    managers = list(Access.objects.filter(tournament=tournament, role=Role.MANAGER)[:MANAGERS])
    with server_process(MOST_OPEN_PAGES=str(MOST_STREAMS + OTHER_FILES)) as (base, process):
        port = int(base.rsplit(":", 1)[1])
        dashboard = Dashboard(port, tournament)
        cookies = [sign_in(port, f"/join/{link_token(access)}/") for access in managers]
        yield from asyncio.run(_figures(tournament, dashboard, cookies, process))


async def _figures(tournament: Tournament, dashboard: Dashboard, cookies: list[str], process: int) -> list[Figure]:
    figures = []
    events, overview, own = (f"/t/{tournament.slug}/{page}" for page in ("events/", "", "me/"))
    mine = [await _opened(OpenPage(dashboard.port, own, events, cookie)) for cookie in cookies]
    visitors: list[OpenPage] = []
    for pages, most in ((100, 300), (300, 600)):
        visitors += [await _opened(OpenPage(dashboard.port, overview, events)) for _ in range(pages - len(visitors))]
        first, warm = await _screens(dashboard, [*visitors, *mine])
        title = f"from an act to the last screen of {pages} overviews and {MANAGERS} managers"
        figures.append(Figure(title, warm, "ms", most, peer=f"the first time {first:.0f} ms"))
        figures.append(
            Figure(f"an act heard by the last of {pages} overviews", await _heard(dashboard, visitors), "ms", 60)
        )
    more = [await _opened(OpenPage(dashboard.port, overview, events)) for _ in range(HALL - len(visitors))]
    quiet = await _time_of(dashboard.page.read)
    hall = [*visitors, *more]
    figures.append(Figure(f"an act heard by the last of {HALL} open pages", await _heard(dashboard, hall), "ms", 400))
    latency = await _dashboard_meanwhile(dashboard, hall)
    figures.append(Figure(f"the desk's page with {HALL} pages open", quiet, "ms", 100))
    figures.append(Figure(f"the dashboard while {HALL} pages reload", latency, "ms", 100))
    figures.append(Figure(f"memory of the server with {HALL} pages open (PSS)", megabytes_of(process), "MB", 250))
    figures.append(Figure(f"threads of the server with {HALL} pages open", threads_of(process), "threads", 20))
    figures.append(Figure(f"database connections with {HALL} pages open", connections_of(process), "connections", 10))
    limit = open_files_limit()
    streams = min(MOST_STREAMS, limit - OTHER_FILES)
    hall += [await _opened(OpenPage(dashboard.port, overview, events)) for _ in range(streams - len(hall))]
    title = f"{streams} event streams (limit of open files: {limit})"
    figures.append(Figure(f"an act heard by the last of {title}", await _heard(dashboard, hall), "ms", 1500))
    figures.append(Figure(f"the desk's page with {title}", await _time_of(dashboard.page.read), "ms", 100))
    figures.append(Figure(f"memory of the server with {title} (PSS)", megabytes_of(process), "MB", 500))
    for page in [*hall, *mine, dashboard.page]:
        page.close()
    return figures


async def _opened(page: OpenPage) -> OpenPage:
    await page.open()
    return page


async def _acted(dashboard: Dashboard, pages: list[OpenPage], *, reads: bool) -> float:
    waiting = [asyncio.create_task(page.wait_for_action("results", reads=reads)) for page in pages]
    sent = await asyncio.to_thread(dashboard.announce)
    await asyncio.wait_for(asyncio.gather(*waiting), 60)
    return sent


async def _screens(dashboard: Dashboard, pages: list[OpenPage]) -> tuple[float, float]:
    """Return the milliseconds from an action to the last page.

    The first value is for the first action, and the second is the median for the others.
    """
    times = []
    for _ in range(ACTS + 1):
        sent = await _acted(dashboard, pages, reads=True)
        times.append((max(page.shown for page in pages) - sent) * 1000)
    return times[0], statistics.median(times[1:])


async def _heard(dashboard: Dashboard, pages: list[OpenPage]) -> float:
    times = []
    for _ in range(ACTS):
        sent = await _acted(dashboard, pages, reads=False)
        times.append((max(page.heard for page in pages) - sent) * 1000)
    return statistics.median(times)


async def _time_of(read: Callable[[], object]) -> float:
    times = []
    for _ in range(ACTS * 2):
        started_at = time.perf_counter()
        await read()  # type: ignore[misc]
        times.append((time.perf_counter() - started_at) * 1000)
    return statistics.median(times)


async def _dashboard_meanwhile(dashboard: Dashboard, pages: list[OpenPage]) -> float:
    """Load the director's page repeatedly while all other pages reload."""
    reading = asyncio.create_task(_acted(dashboard, pages, reads=True))
    times = []
    while not reading.done():
        started_at = time.perf_counter()
        await dashboard.page.read()
        times.append((time.perf_counter() - started_at) * 1000)
    await reading
    return statistics.median(times)
