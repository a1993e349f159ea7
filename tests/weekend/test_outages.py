"""Test outages with real processes: each is reported, loses no data, and recovers by itself.

Each outage lasts three seconds here. `python -m tests.drills --outages 30` makes it thirty.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.conf import settings

from tests.browser.installation import ROOT, Site
from tests.drills.line import Line
from tests.drills.visitor import Visitor
from tests.hosted import wait_until
from tests.weekend.test_many_and_slow_lines import LIVE_LINE, calls, hear

pytestmark = pytest.mark.database
SECONDS = float(os.environ.get("PENNANT_OUTAGE_SECONDS", "3"))
SQLITE = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
on_sqlite = pytest.mark.skipif(not SQLITE, reason="a laptop's fault")
on_postgresql = pytest.mark.skipif(SQLITE, reason="a host's fault")
WORLD = """
from datetime import timedelta
from tests.factories import AccessFactory, TournamentFactory
from tournaments.access.links import link_token
print(link_token(AccessFactory(tournament=TournamentFactory(slug="hall", name="Hall"))))
"""
TEAMS = "from tournaments.models import Team; print(list(Team.objects.order_by('pk').values_list('name', flat=True)))"


class Hall(Site):
    """An installation with a director's device."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.visitors: list[Visitor] = []

    def open(self) -> None:
        super().open()
        self.link = self.shell(WORLD)
        self.sit_down()

    def sit_down(self) -> None:
        self.hang_up()
        self.director, self.program = Visitor(self.port), Visitor(self.port, token=self.link)
        self.visitors = [self.director, self.program]
        self.director.sign_in(self.link)

    def hang_up(self) -> None:
        for visitor in self.visitors:
            visitor.hang_up()

    def close(self) -> None:
        self.hang_up()
        super().close()

    def looks_at(self, path: str) -> tuple[int, str]:
        """Open a page as a signed-out visitor."""
        self.visitors.append(Visitor(self.port))
        return self.visitors[-1].get(path)

    def enter(self, name: str) -> tuple[int, str]:
        self.director.hang_up()  # the server closes a connection that is idle for five seconds, as it should
        return self.director.send("/t/hall/people/add/", {"team": name, "manager": f"Manager of {name}"})

    def says(self, status: int, title: str) -> None:
        """Return the messages to a person who submits a form, and to an API client."""
        answered, page = self.enter("Never entered")
        assert (answered, f"<h1>{title}</h1>" in page) == (status, True), page
        answered, body = self.program.post(
            "/api/v1/tournaments/hall/teams/", {"name": "Never entered", "managers": [{"name": "Ann"}]}
        )
        assert (answered, json.loads(body)["detail"].startswith(f"{title}. ")) == (status, True), body

    def has_entered(self, *names: str) -> None:
        assert self.shell(TEAMS) == str(list(names))


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    try:
        made.open()
        yield made
    finally:
        made.close()


@on_postgresql
def test_site_recovers_from_a_postgresql_outage(hall: Hall) -> None:
    port = re.search(r"@[^/:]+:(\d+)/", hall.database_url)
    if port is None:
        pytest.skip("this PostgreSQL answers on no port")
    line, direct = Line(int(port[1])), hall.environment["DATABASE_URL"]
    line.mend()
    hall.stop_web()
    hall.start_web(DATABASE_URL=direct.replace(f":{port[1]}/", f":{line.port}/"))
    hall.sit_down()
    assert hall.enter("Before")[0] == 302
    with calls(hall, LIVE_LINE.format(query=""), 1) as [page]:
        hear(page, "event: here")
        line.cut()
        started_at = time.monotonic()
        while time.monotonic() < started_at + SECONDS:
            hall.says(503, "The database isn't responding")
            assert hall.director.get("/health/live/")[0] == 200
            assert hall.director.get("/health/ready/")[0] == 503
            time.sleep(0.5)
        line.mend()
        wait_until(lambda: hall.director.get("/health/ready/")[0] == 200, 15)
        assert hall.enter("After")[0] == 302
        hear(page, "After")  # the open page stayed connected and gets the event
    line.cut()
    hall.has_entered("Before", "After")


@on_sqlite
def test_locked_database_delays_no_reader_and_loses_no_form(hall: Hall) -> None:
    assert hall.enter("Before")[0] == 302
    hold = "import sqlite3, sys, time; line = sqlite3.connect(sys.argv[1], isolation_level=None); "
    hold += "line.execute('BEGIN IMMEDIATE'); print('held', flush=True); time.sleep(float(sys.argv[2]))"
    command = [sys.executable, "-c", hold, str(hall.folder / "site.sqlite3"), str(SECONDS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as second_process:
        assert second_process.stdout is not None
        assert second_process.stdout.readline() == "held\n"
        started_at = time.monotonic()
        assert hall.looks_at("/t/hall/people/")[0] in (200, 403)
        assert time.monotonic() - started_at < 2
        status, page = hall.enter("Meanwhile")  # waits for up to twenty seconds
        assert (status == 302) or ("Another program is using the database" in page and SECONDS > 15), page
        assert second_process.wait(60) == 0
    assert hall.enter("After")[0] == 302
    hall.has_entered("Before", *(["Meanwhile"] if status == 302 else []), "After")


class Caged(Hall):
    """An installation whose data is on its own small disk, invisible to other processes."""

    cage = "mount -t tmpfs -o size={size} none {disk} && cp -a {folder}/. {disk}/"

    def open(self) -> None:
        """Create the data outside, where commands find it, and copy it in."""
        self.folder.mkdir()
        self.make_tables()
        self.link = self.shell(WORLD)
        self.start_web()

    def start_web(self, command: list[str] | None = None, **environment: str) -> None:
        super().start_web(command, DATABASE_URL=f"sqlite:///{self.disk}/site.sqlite3", PENNANT_DATA=str(self.disk))

    @property
    def disk(self) -> Path:
        return self.folder.parent / f"{self.folder.name}-disk"

    def _start(self, command: list[str], environment: dict[str, str] | None = None) -> "subprocess.Popen[bytes]":
        self.disk.mkdir(exist_ok=True)
        size = sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file()) + 600_000
        cage = self.cage.format(size=size, disk=self.disk, folder=self.folder)
        alone = ["unshare", "--map-root-user", "--mount", "sh", "-c", f'{cage} && exec "$@"', "sh"]
        with (self.folder / "log").open("ab") as log:
            own = {**self.environment, **(environment or {})}
            return subprocess.Popen(
                [*alone, sys.executable, *command], cwd=ROOT, env=own, stdout=log, stderr=subprocess.STDOUT
            )

    def inside(self, name: str) -> Path:
        return Path(f"/proc/{self.web_process}/root{self.disk}/{name}")


def a_disk_of_ones_own() -> bool:
    alone = ["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
    return bool(shutil.which("unshare")) and subprocess.run(alone, capture_output=True).returncode == 0


needs_a_disk = pytest.mark.skipif(not a_disk_of_ones_own(), reason="this system gives a test no disk of its own")


def fill(ballast: Path) -> None:
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)


@on_sqlite
@needs_a_disk
def test_site_recovers_from_a_full_disk(tmp_path: Path) -> None:
    hall = Caged(tmp_path / "hall")
    try:
        hall.open()
        hall.sit_down()
        assert hall.enter("Before")[0] == 302
        ballast = hall.inside("ballast")
        fill(ballast)
        # the journal still accepts writes while it has space, then an error appears
        entered = [name for name in (f"Team {n}" for n in range(200)) if hall.enter(name)[0] == 302]
        assert len(entered) < 200
        hall.says(507, "The disk is full")
        assert hall.director.get("/t/hall/people/")[0] == 200
        ballast.unlink()
        assert hall.enter("After")[0] == 302
        teams = json.loads(hall.program.get("/api/v1/tournaments/hall/teams/")[1])
        assert teams["count"] == len(entered) + 2
        assert {team["name"] for team in teams["results"]} <= {"Before", *entered, "After"}
    finally:
        hall.close()


class ReadOnly(Caged):
    cage = "mount --bind {folder} {disk} && mount -o remount,bind,ro {disk}"


@on_sqlite
@needs_a_disk
def test_read_only_data_folder_is_reported_and_works_after_a_restart(tmp_path: Path) -> None:
    hall = ReadOnly(tmp_path / "hall")
    try:
        hall.open()
        status, page = hall.looks_at("/t/hall/standings/")
        assert (status, "<h1>The data folder is read-only</h1>" in page) == (503, True), page
    finally:
        hall.close()
    hall = Hall(tmp_path / "hall")
    try:
        hall.start_web()
        hall.link = hall.shell(WORLD.replace("hall", "hall2"))
        hall.sit_down()
        assert hall.director.get("/t/hall2/people/")[0] == 200
    finally:
        hall.close()


def test_laptop_resumes_after_sleep(hall: Hall) -> None:
    """Its processes stop while the clock continues, as with the lid closed."""
    assert hall.enter("Before")[0] == 302
    with calls(hall, LIVE_LINE.format(query=""), 1) as [page]:
        hear(page, "event: here")
        os.kill(hall.web_process, signal.SIGSTOP)
        time.sleep(SECONDS)
        os.kill(hall.web_process, signal.SIGCONT)
        assert hall.enter("After")[0] == 302
        hear(page, "After")
    hall.has_entered("Before", "After")
