"""Test a standby computer that takes over from a dead leader and from a running one, each with its own data and URL.

`python -m tests.drills --standby 60` enters results for a minute before the kill.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, NewContext
from tests.browser.installation import ROOT, Site
from tests.browser.people import expect_notice, open_link
from tests.browser.test_entry import Meeting, fill_in, shows
from tests.drills.visitor import Visitor
from tests.machine import free_port

LONGEST_LOSS = 10.0  # seconds
SECONDS = float(os.environ.get("PENNANT_STANDBY_SECONDS", "12"))
LEADER, STANDBY = "127.0.0.1", "127.0.0.2"
WORLD = """
from pitching.services.sign_off import sign_sheet
from tests.browser.entry_world import make_leagues
from tests.factories import TournamentFactory
from tests.games.building import League, complete_games
from tournaments.action_log.writing import PROGRAM
league = League(rounds=1)
league.save(complete_games(league, league.series[0]))
for side in league.sides:
    sign_sheet(series=league.series[0], sheet_of=side.team, actor=PROGRAM)
TournamentFactory(slug="hall")
make_leagues(1)
"""
SEALS = """
from pitching.models import SignOff
from tournaments.models import Tournament
from weekend.queries.verification import verify_tournament
faults = [fault for league in Tournament.objects.all() for fault in verify_tournament(league) if fault.check == "seals"]
print(f"{SignOff.objects.count()} signatures, {len(faults)} broken seals")
"""
TEAMS = "from tournaments.models import Team; print(list(Team.objects.values_list('name', flat=True)))"


class Computer(Site):
    """A computer whose launcher is started the way a director would start it."""

    def __init__(self, folder: Path, host: str, port: int) -> None:
        folder.mkdir()
        super().__init__(folder)
        self.host = host
        self.port = port
        self.address = f"http://{host}:{port}"
        self.database_url = f"sqlite:///{folder}/pennant.sqlite3"
        self.environment |= {
            "DATABASE_URL": "",
            "REDIS_URL": "",
            "PENNANT_DATA": str(folder),
            "PENNANT_BACKUPS": "true",
        }
        del self.environment["PUBLIC_URL"]
        self.launcher: subprocess.Popen[bytes] | None = None

    def make_tables(self) -> None:
        super().make_tables()
        (self.folder / "site.sqlite3").rename(self.folder / "pennant.sqlite3")

    def launch(self, *words: str) -> None:
        command = [sys.executable, "-m", "pennant_baseball", *words, "--host", self.host, "--port", str(self.port)]
        with self.output.open("wb") as output:
            self.launcher = subprocess.Popen(
                [*command, "--no-browser"],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    @property
    def output(self) -> Path:
        return self.folder / "launcher.log"

    def wait_until_leading(self) -> None:
        self.wait_for(self.is_leading)

    def is_leading(self) -> bool:
        return self.state().get("leading", False)

    def state(self) -> dict[str, object]:
        """Return the computer's own status, or an empty result if it doesn't respond."""
        with (
            suppress(OSError, ValueError),
            urllib.request.urlopen(f"{self.address}/standby/state/", timeout=2) as answer,
        ):
            return dict(json.load(answer))
        return {}

    def wait_until_copied(self) -> None:
        """Wait until the standby has all of the leader's actions."""
        progress = self.folder / "standby" / "progress.json"

        def has_everything() -> bool:
            with suppress(OSError, ValueError):
                facts = json.loads(progress.read_text())
                return facts["copied_action"] is not None and facts["copied_action"] == facts["newest_action"]
            return False

        self.wait_for(has_everything)
        self.wait_for(self.state)

    def wait_for(self, condition, seconds: float = 120) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, self.output.read_text()
            assert self.launcher is None or self.launcher.poll() is None, self.output.read_text()
            time.sleep(0.1)

    def kill(self) -> None:
        """Kill every process like a pulled plug."""
        if self.launcher is None:
            return
        with suppress(psutil.NoSuchProcess):
            family = psutil.Process(self.launcher.pid)
            for process in [*family.children(recursive=True), family]:
                with suppress(psutil.NoSuchProcess):
                    process.kill()
        self.launcher.wait(60)

    def close(self) -> None:
        if self.launcher is not None and self.launcher.poll() is None:
            self.launcher.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self.launcher.wait(15)
            self.kill()
        super().close()


class Pair:
    """A leader with two leagues and a tournament in sign-up, and the leader's standby."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        self.leader = Computer(folder / "leader", LEADER, port)
        self.standby = Computer(folder / "standby", STANDBY, port)
        self.director: Visitor | None = None

    def open(self) -> None:
        self.leader.make_tables()
        made = self.leader.shell(WORLD)
        self.meeting = Meeting(self.leader, json.loads(made)[0])
        self.link = self.leader.organizer_link().rstrip("/").rsplit("/", 1)[-1]
        self.leader.launch("run")
        self.leader.wait_until_leading()
        self.follow()

    def follow(self) -> None:
        """Pair the standby with the code on the leader's page."""
        self.hang_up()
        self.director = Visitor(self.leader.port, host=self.leader.host)
        self.director.sign_in(self.link)
        _, page = self.director.send("/standby/", {})
        code = re.search(r'id="pairing-code">([^<]+)<', page)
        assert code is not None, page
        self.standby.launch("follow", self.leader.address, "--code", code[1])
        self.standby.wait_until_copied()

    def swap(self) -> None:
        """Swap the computers' names after a takeover."""
        self.leader, self.standby = self.standby, self.leader

    def enter(self, name: str) -> bool:
        """Enter a team, and return whether the leader acknowledged it."""
        self.director.hang_up()  # the server closes a connection that is idle for five seconds
        status, _ = self.director.send("/t/hall/people/add/", {"team": name, "manager": f"Manager of {name}"})
        return status == 302

    def enter_for(self, seconds: float) -> dict[str, float]:
        """Enter teams, and return the time of each acknowledgment."""
        entered: dict[str, float] = {}
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            name = f"Team {len(entered)}"
            assert self.enter(name)
            entered[name] = time.monotonic()
            time.sleep(0.5)
        return entered

    def hang_up(self) -> None:
        if self.director is not None:
            self.director.hang_up()

    def close(self) -> None:
        self.hang_up()
        self.leader.close()
        self.standby.close()


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    pair = Pair(tmp_path)
    try:
        pair.open()
        yield pair
    finally:
        pair.close()


def test_standby_takes_over_from_a_dead_or_running_leader(pair: Pair, device: NewContext) -> None:
    phone = device(PHONE).new_page()
    open_link(phone, pair.leader.address + pair.meeting.links[0])
    pair.meeting.enter(phone)
    phone.get_by_role("button", name="Show full grid").tap()
    values = pair.meeting.fields(1)
    fill_in(phone, values)
    entered = pair.enter_for(SECONDS)  # heartbeats inform the phone of the standby

    pair.leader.kill()
    death = time.monotonic()
    first_field = next(iter(values))
    phone.locator(f'[name="{first_field}"]').fill("4")
    values |= {first_field: "4"}
    keyboard = device().new_page()
    keyboard.goto(pair.standby.address)
    expect(keyboard.locator("[data-state=silent]")).to_be_visible()
    keyboard.get_by_label("The other computer is off").check()
    keyboard.get_by_role("button", name="Take over").click()
    pair.standby.wait_until_leading()
    took = time.monotonic() - death
    pair.swap()

    saved = pair.leader.shell(TEAMS)
    lost = [name for name in entered if f"'{name}'" not in saved]
    for name in lost:
        assert death - entered[name] < LONGEST_LOSS, f"{name} was entered {death - entered[name]:.1f} s before the end"
    assert pair.leader.shell(SEALS) == "2 signatures, 0 broken seals"
    phone.wait_for_url(f"{pair.leader.address}{pair.meeting.pages[0]}")
    phone.get_by_role("button", name="Show full grid").tap()
    shows(phone, values)
    phone.get_by_role("button", name="Save results").tap()
    expect_notice(phone, "Saved. 1 of 3 games are final.")
    print(f"{len(entered)} entered, {len(lost)} lost; the standby leads {took:.1f} s after the kill")  # noqa: T201

    # the dead computer comes back and can't lead, but can follow
    pair.standby.launch("run")
    assert pair.standby.launcher.wait(120) == 1
    assert f"took over and is the leader at {pair.leader.address}" in pair.standby.output.read_text()
    pair.follow()
    keyboard.goto(pair.standby.address)
    keyboard.get_by_role("button", name="Take over").click()
    acknowledged = []
    while pair.leader.launcher.poll() is None:
        name = f"Last {len(acknowledged)}"
        if pair.enter(name):
            acknowledged.append(name)
    pair.standby.wait_until_leading()
    saved = pair.standby.shell(TEAMS)
    assert [name for name in acknowledged if f"'{name}'" not in saved] == []
    assert "took over and is the leader at" in pair.leader.output.read_text()
