"""Starts everything on one machine: database, practice weekend, web server and worker; one Ctrl-C stops it all."""

import errno
import os
import signal
import socket
import subprocess
import sys
import time
from types import FrameType
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from tournaments.access.links import link_token
from tournaments.models import Access, Role, Tournament
from tournaments.queries.invitations import address_in_the_room
from tournaments.services.invitations import create_organiser

_STARTED_TOO_OFTEN = 5
LAPTOP = "This laptop"


class Child:
    """A process that is started again when it dies, but not for ever."""

    def __init__(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        self.name, self.command, self.environment = name, command, environment
        self.starts: list[float] = []
        self.process: subprocess.Popen[bytes] | None = None

    def keep_running(self) -> bool:
        """Start it if it is not running. False where it died five times within a minute."""
        if self.process is not None and self.process.poll() is None:
            return True
        now = time.monotonic()
        self.starts = [*[start for start in self.starts if now - start < 60], now]
        if len(self.starts) > _STARTED_TOO_OFTEN:
            return False
        # a session of its own, so that Ctrl-C reaches it only by way of stop()
        self.process = subprocess.Popen(self.command, env=self.environment, start_new_session=True)
        return True

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def wait(self, seconds: float) -> None:
        if self.process is None:
            return
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Command(BaseCommand):
    help = "Migrate, make a practice weekend on the first start, and run the web server and one worker."

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = os.environ.get("HOST") or "0.0.0.0", os.environ.get("PORT") or "8000"
        _check_port_is_free(host, port)
        call_command("migrate", verbosity=0)
        if not Tournament.objects.exists():
            self.stdout.write("First start: reading the season of 1998 and playing a practice weekend …")
            call_command("demo", stage="round_robin", seed=1998)
        address = os.environ.get("PUBLIC_URL") or f"http://{_reachable(host)}:{port}"
        children = _children(host, port, address)
        for number in (signal.SIGTERM, signal.SIGINT):  # also where it is started with Ctrl-C switched off
            signal.signal(number, _interrupt)
        try:
            for child in children:
                child.keep_running()
            _wait_for_port(port)
            self._say_where(port, address)
            while all(child.keep_running() for child in children):
                time.sleep(0.5)
            sys.exit("The web server or the worker would not stay up; the lines above say why.")
        except KeyboardInterrupt:
            self.stdout.write("\nStopping …")
        finally:
            for child in children:
                child.stop()
            for child in children:
                child.wait(10)

    def _say_where(self, port: str, address: str) -> None:
        link = f"/join/{link_token(_laptop_access())}/"
        practice = Tournament.objects.filter(is_practice=True).order_by("pk").first()
        lines = ["", f"Pennant is running at    http://localhost:{port}/"]
        if not address.startswith("http://localhost"):
            lines.append(f"for phones in the room   {address}/")
        lines += [
            "",
            "Sign in as the director by opening this link on this laptop:",
            f"  http://localhost:{port}{link}",
            "",
            "Then try:",
        ]
        if practice:
            lines.append(f"  · the practice weekend “{practice.name}”: Desk, Standings, a series, a pitching sheet")
        lines += [
            "  · People: every team's invitation link and QR code; open one on a phone",
            "  · New tournament: your own weekend from sign-up to champion",
            "",
            "Ctrl-C stops everything; nothing is lost.",
        ]
        self.stdout.write("\n".join(lines))


def _children(host: str, port: str, address: str) -> list[Child]:
    environment = {**os.environ, "PUBLIC_URL": address}
    web = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--host", host, "--port", port]
    web += ["--log-level", "warning", "--lifespan", "off", "--timeout-graceful-shutdown", "2"]
    web += ["--workers", environment["WEB_WORKERS"]] if environment.get("WEB_WORKERS") else []
    worker = [
        sys.executable,
        "-m",
        "celery",
        "-A",
        "config",
        "--quiet",
        "worker",
        "--pool",
        "threads",
        "--concurrency",
        "2",
    ]
    worker += ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "warning"]
    return [Child("web server", web, environment), Child("worker", worker, environment)]


def _laptop_access() -> Access:
    """The organiser's access that this laptop prints at every start; revoked, it is followed by a new one."""
    held = Access.objects.filter(role=Role.ORGANISER, label=LAPTOP, revoked_at=None).first()
    return held or create_organiser(label=LAPTOP)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _reachable(host: str) -> str:
    """The address phones in the same room can reach; localhost where the laptop has no network."""
    if host not in ("0.0.0.0", "::"):
        return "localhost" if host == "127.0.0.1" else host
    found = address_in_the_room()
    return "localhost" if found == "127.0.0.1" else found


def _check_port_is_free(host: str, port: str) -> None:
    if not (port.isascii() and port.isdecimal() and len(port) < 6 and 0 < int(port) < 65536):
        raise CommandError(f"PORT={port} is no port: choose 1 to 65535, such as PORT=8001 make run")
    try:
        family, *_, address = socket.getaddrinfo(host, int(port), type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise CommandError(f"HOST={host} is no address; leave it out, or HOST=127.0.0.1 make run") from None
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as fault:
            raise CommandError(_why_not(fault, host, port)) from None


def _why_not(fault: OSError, host: str, port: str) -> str:
    if fault.errno == errno.EADDRNOTAVAIL:
        return f"HOST={host} is not an address of this machine; leave it out, or HOST=127.0.0.1 make run"
    if fault.errno == errno.EACCES:
        return f"This user may not open port {port}; choose one from 1024, such as PORT=8001 make run"
    return f"Port {port} is in use. Stop what runs there, or choose another: PORT=8001 make run"


def _wait_for_port(port: str) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", int(port))) == 0:
                return
        time.sleep(0.1)
    sys.exit("The web server did not answer within 30 seconds; the lines above say why.")
