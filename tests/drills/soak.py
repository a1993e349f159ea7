"""Run a long weekend for hours, with open phones, form-filling clerks, backups and a worker.

Started by tests.drills. No acknowledged data may be lost, no request may fail, no phone may lose its event stream, and
no process may grow.
"""

import argparse
import asyncio
import itertools
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from bench.open_pages import OpenPage
from bench.serving import megabytes_of, sign_in, threads_of
from config.process import allow_many_connections
from tests.browser.installation import ROOT
from tests.drills.databases import DrillDatabase, run_module
from tests.drills.reporting import report
from tests.drills.rolling import WebServer

if TYPE_CHECKING:
    from bench.bench_live import Dashboard
    from tests.drills.kills import Clerk
    from tournaments.models import Tournament

PHONES: Final = 150
_PAGES: Final = ("", "standings/", "schedule/")
_ACT_SECONDS: Final = 5
_CLERK_SECONDS: Final = 1
_REPORT_SECONDS: Final = 60
_MAX_GROWTH: Final = 40  # MB, from the first sixth to the last sixth
_MAX_MORE_FILES: Final = 40


def run(arguments: argparse.Namespace, database: DrillDatabase) -> int:
    """Return 1 if anything failed, grew or was lost."""
    if not arguments.soak:
        return 0
    with database.fresh() as environment:
        return run_module("soak", database.name, str(arguments.soak), environment=environment)


@dataclass
class PhoneCount:
    """The phones' results."""

    heard: int = 0
    broken: list[str] = field(default_factory=list)
    slowest: float = 0.0  # seconds from an action to the last screen, since the last report


@dataclass(frozen=True)
class Size:
    """A process's resource usage."""

    megabytes: float
    files: int
    threads: int

    @classmethod
    def for_process(cls, process: int) -> "Size":
        return cls(megabytes_of(process), len(os.listdir(f"/proc/{process}/fd")), threads_of(process))

    def __str__(self) -> str:
        return f"{self.megabytes:.0f} MB, {self.files} files, {self.threads} threads"


class PhoneHall:
    """Pages that stay open and reload after each action, in their own thread."""

    def __init__(self, pages: list[OpenPage], director: "Dashboard", over: threading.Event) -> None:
        self.count = PhoneCount()
        self._pages = pages
        self._dashboard = director
        self._over = over
        self._last_shown = 0.0
        self._thread = threading.Thread(target=lambda: asyncio.run(self._follow_all()), daemon=True)

    def open(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._thread.join(120)

    async def _follow_all(self) -> None:
        phones = [asyncio.create_task(self._follow(page)) for page in self._pages]
        await asyncio.sleep(_ACT_SECONDS)
        while not self._over.is_set():
            sent = await asyncio.to_thread(self._dashboard.announce)
            await asyncio.sleep(_ACT_SECONDS)
            self.count.slowest = max(self.count.slowest, self._last_shown - sent)
        for phone in phones:
            phone.cancel()

    async def _follow(self, page: OpenPage) -> None:
        while True:
            try:
                await page.open()
                while True:
                    await page.wait_for_action("results", reads=True)
                    self.count.heard += 1
                    self._last_shown = page.shown
            except (OSError, asyncio.IncompleteReadError, RuntimeError) as error:
                self.count.broken.append(f"{page.address}: {error!r}"[:300])
                page.close()
                await asyncio.sleep(3)


def main() -> int:
    name, hours = sys.argv[1], float(sys.argv[2])
    os.environ["PENNANT_BACKUPS"] = "true"
    allow_many_connections()
    import django  # noqa: PLC0415 - the settings are read from an environment that is complete now

    django.setup()
    from bench.bench_live import Dashboard  # noqa: PLC0415
    from bench.weekend import weekend_of_fourteen  # noqa: PLC0415
    from tournaments.access.links import link_token  # noqa: PLC0415
    from tournaments.services.invitations import create_organizer  # noqa: PLC0415

    tournament = weekend_of_fourteen("round_robin")
    token = link_token(create_organizer(label="Soak"))
    server = WebServer(ROOT)
    over = threading.Event()
    with _worker() as worker:
        hall = PhoneHall(_phones(server.port, tournament), Dashboard(server.port, tournament), over)
        clerks = _clerks(server.port, token, over)
        hall.open()
        for clerk in clerks:
            clerk.start()
        sizes = _watch(name, hours, hall.count, clerks, {"web": server.pid, "worker": worker})
        over.set()
        for clerk in clerks:
            clerk.join(120)
        hall.close()
    server.stop()
    return _judge(name, hours, hall.count, clerks, sizes)


@contextmanager
def _worker() -> Iterator[int]:
    process = subprocess.Popen([sys.executable, "-m", "config.worker"], cwd=ROOT)
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait(60)


def _phones(port: int, tournament: "Tournament") -> list[OpenPage]:
    """Return managers' phones with their own pages, and visitors' phones with the others."""
    from tournaments.access.links import link_token  # noqa: PLC0415
    from tournaments.models import Access, Role  # noqa: PLC0415

    events, home = f"/t/{tournament.slug}/events/", f"/t/{tournament.slug}/"
    managers = Access.objects.filter(tournament=tournament, role=Role.MANAGER)
    own = [OpenPage(port, f"{home}me/", events, sign_in(port, f"/join/{link_token(access)}/")) for access in managers]
    pages = itertools.cycle(_PAGES)
    return own + [OpenPage(port, home + next(pages), events) for _ in range(PHONES - len(own))]


def _clerks(port: int, token: str, over: threading.Event) -> "list[Clerk]":
    from tests.drills.forms import KINDS  # noqa: PLC0415
    from tests.drills.kills import Clerk  # noqa: PLC0415
    from tests.drills.visitor import Visitor  # noqa: PLC0415

    cookie = Visitor(port).sign_in(token)
    return [Clerk(kind, [port], cookie, token, over, pause=_CLERK_SECONDS) for kind in KINDS]


def _watch(
    name: str, hours: float, phones: PhoneCount, clerks: "list[Clerk]", processes: dict[str, int]
) -> list[dict[str, Size]]:
    """Report every minute, and return the sizes of the processes."""
    sizes, start = [], time.monotonic()
    while time.monotonic() < start + hours * 3600:
        time.sleep(_REPORT_SECONDS)
        sizes.append({process: Size.for_process(number) for process, number in processes.items()})
        sent, failed = _forms(clerks)
        report(
            f"  {name}: {(time.monotonic() - start) / 60:.0f} min, {sent} forms, {failed} failed, {phones.heard} acts "
            f"on phones, slowest screen {phones.slowest:.1f} s, {len(phones.broken)} streams broken, "
            + ", ".join(f"{process} {size}" for process, size in sizes[-1].items())
        )
        phones.slowest = 0.0
    return sizes


def _forms(clerks: "list[Clerk]") -> tuple[int, int]:
    """Return how many forms were sent, and how many of them failed."""
    return sum(clerk.count.sent for clerk in clerks), sum(clerk.count.failed for clerk in clerks)


def _judge(name: str, hours: float, phones: PhoneCount, clerks: "list[Clerk]", sizes: list[dict[str, Size]]) -> int:
    from tests.drills.one_database import differences  # noqa: PLC0415

    forms = [form for clerk in clerks for form in clerk.acknowledged]
    lost = sum(not form.is_stored() for form in forms)
    faults = differences()
    sent, failed = _forms(clerks)
    growth = [line for process in sizes[0] for line in _growth(process, [size[process] for size in sizes])]
    report(
        *(clerk.fault for clerk in clerks if clerk.fault),
        *phones.broken[:10],
        *faults[:10],
        *growth,
        f"{name}: {hours} hours, {sent} forms sent, {failed} failed, {len(forms)} acknowledged, {lost} of these lost, "
        f"{phones.heard} acts on {PHONES} phones, {len(phones.broken)} streams broken, "
        f"{len(faults)} differences between rows and log, {len(growth)} processes grew",
    )
    return int(bool(failed or lost or phones.broken or faults or growth))


def _growth(process: str, sizes: list[Size]) -> list[str]:
    """Compare the first sixth of the run with the last."""
    part = max(1, len(sizes) // 6)
    parts = (sizes[:part], sizes[-part:])
    memory = [statistics.median(size.megabytes for size in sizes_of_part) for sizes_of_part in parts]
    files = [statistics.median(size.files for size in sizes_of_part) for sizes_of_part in parts]
    if memory[1] - memory[0] <= _MAX_GROWTH and files[1] - files[0] <= _MAX_MORE_FILES:
        return []
    return [f"{process} grew from {memory[0]:.0f} to {memory[1]:.0f} MB, and from {files[0]} to {files[1]} files"]


if __name__ == "__main__":
    sys.exit(main())
