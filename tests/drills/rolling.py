"""Upgrade two web processes, one at a time, while forms are sent.

`tests.drills` starts this module on PostgreSQL. The older program comes from the repository's history. Its processes
run before, during and after the migration.
"""

import argparse
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.installation import ROOT
from tests.drills.reporting import report
from tests.drills.visitor import Visitor
from tests.machine import free_port

if TYPE_CHECKING:
    from tests.drills.kills import Clerk

_PATIENCE = 180.0
_EDITION = "purestrat@1"


class Program:
    """A version of Pennant in a directory, with the environment's database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def manage(self, *words: str) -> str:
        command = [sys.executable, "manage.py", *words]
        finished = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        if finished.returncode:
            raise RuntimeError(finished.stderr[-2000:])
        return finished.stdout

    def start_web(self) -> "WebServer":
        return WebServer(self.folder)


class WebServer:
    """A web process that responds on its own port."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--port", str(self.port)]
        options = ["--log-level", "error", "--lifespan", "off", "--timeout-graceful-shutdown", "5"]
        self._process = subprocess.Popen([*command, *options], cwd=folder)
        deadline = time.monotonic() + _PATIENCE
        while Visitor(self.port).get("/health/live/")[0] == 0:
            if time.monotonic() > deadline or self._process.poll() is not None:
                raise RuntimeError("A web process did not answer.")
            time.sleep(0.1)

    @property
    def pid(self) -> int:
        return self._process.pid

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(_PATIENCE)


def extract_program(commit: str, folder: Path) -> Program:
    """Write a commit's program into a directory."""
    folder.mkdir()
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True)
    subprocess.run(["tar", "--extract", "--directory", str(folder)], input=archive.stdout, check=True)
    return Program(folder)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    older = extract_program(options.commit, Path(os.environ["PENNANT_DATA"]) / "older")
    older.manage("migrate", "--verbosity", "0")
    token = _last_part(r"/join/([^/\s]+)/", older.manage("create_organiser_link"))
    slug = _last_part(r"/t/([^/\s]+)/", older.manage("create_tournament", "Rolling Cup"))
    servers = [older.start_web(), older.start_web()]
    try:
        return _upgrade(servers, Program(ROOT), token, slug, options.seconds)
    finally:
        for server in servers:
            server.stop()


def _last_part(pattern: str, output: str) -> str:
    match = re.search(pattern, output)
    assert match, output
    return match.group(1)


def _upgrade(older_servers: list[WebServer], newer: Program, token: str, slug: str, seconds: float) -> int:
    import django  # noqa: PLC0415 - the settings are read from an environment that is complete now

    django.setup()
    from tests.drills.forms import KINDS  # noqa: PLC0415
    from tests.drills.kills import Clerk  # noqa: PLC0415
    from tests.drills.one_database import differences  # noqa: PLC0415
    from tests.drills.sign_ups import SignUpClerk  # noqa: PLC0415

    _keep_edition()
    servers = older_servers
    over = threading.Event()
    cookie = Visitor(servers[0].port).sign_in(token)
    ports = [server.port for server in servers]
    clerks: list[Clerk] = [SignUpClerk(slug, ports, cookie, over)]
    _start(clerks, ports)
    _let_them_write("two older processes, before the migration", clerks, seconds)
    newer.manage("migrate", "--verbosity", "0")
    clerks += [Clerk(kind, ports, cookie, token, over) for kind in KINDS]
    _start(clerks[1:], ports)
    _let_them_write("two older processes, after the migration", clerks, seconds)
    for place, phase in enumerate(("an older and a newer process", "two newer processes")):
        _replace(servers, place, newer, clerks)
        _let_them_write(phase, clerks, seconds)
    over.set()
    for clerk in clerks:
        clerk.join(_PATIENCE)
    newer.manage("migrate", "--verbosity", "0")
    forms = [form for clerk in clerks for form in clerk.acknowledged]
    lost = [form for form in forms if not form.is_stored()]
    data_faults = differences()
    faults = [f"{clerk.name}: {clerk.count}" for clerk in clerks if _failed([clerk])]
    faults += [clerk.fault for clerk in clerks if clerk.fault]
    report(
        f"{_sent(clerks)} forms sent, {_failed(clerks)} failed, {len(forms)} acknowledged, {len(lost)} of these lost, "
        f"{len(data_faults)} differences between rows and log",
        *faults,
        *data_faults[:10],
    )
    return int(bool(_failed(clerks) or lost or data_faults))


def _start(clerks: "list[Clerk]", ports: list[int]) -> None:
    for clerk in clerks:
        clerk.send_to(ports, keeps_line=False)  # a proxy retries after the server closes an idle connection
        clerk.start()


def _keep_edition() -> None:
    """Switch the drill's tournaments to an edition that the older program has, as if that program had created them."""
    from tournaments.models import Tournament  # noqa: PLC0415

    column = Tournament._meta.get_field("profile_key")
    column.default = _EDITION
    vars(column).pop("_get_default", None)


def _let_them_write(phase: str, clerks: "list[Clerk]", seconds: float) -> None:
    """Wait this many seconds, and until each clerk has had three more responses."""
    before = {clerk: clerk.count.acknowledged for clerk in clerks}
    sent, start = _sent(clerks), time.monotonic()
    while time.monotonic() < start + _PATIENCE:
        is_enough = all(clerk.count.acknowledged >= before[clerk] + 3 for clerk in clerks)
        if time.monotonic() >= start + seconds and (is_enough or _failed(clerks)):
            break
        time.sleep(0.1)
    report(
        f"{phase}: {_sent(clerks) - sent} forms in {time.monotonic() - start:.0f} s, {_failed(clerks)} failed so far"
    )


def _sent(clerks: "list[Clerk]") -> int:
    return sum(clerk.count.sent for clerk in clerks)


def _replace(servers: list[WebServer], place: int, newer: Program, clerks: "list[Clerk]") -> None:
    """Start a process of the newer program, and stop one of the older, which receives no more forms."""
    leaving = servers[place]
    servers[place] = newer.start_web()
    for clerk in clerks:
        clerk.send_to([server.port for server in servers], keeps_line=False)
    time.sleep(1)  # for forms that are already in progress
    leaving.stop()


def _failed(clerks: "list[Clerk]") -> int:
    return sum(clerk.count.failed for clerk in clerks)


if __name__ == "__main__":
    sys.exit(main())
