"""Start and supervise everything on a single computer: database, practice weekend, web server and worker.

To keep the launcher small, everything that needs Django runs in separate processes.
"""

import argparse
import json
import os
import signal
import sys
import time
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, NamedTuple

from core.standby_files import StandbyFiles, StandbyRecord
from pennant_baseball import VERSION
from pennant_baseball.certificates import Certificate, NoCertificate
from pennant_baseball.children import Child, children_environment
from pennant_baseball.places import command_name, data_folder
from pennant_baseball.ports import NoPort, address_for_phones, check_port, runs_at, wait_for_port

_SECONDS_TO_ANSWER = 60
_SECONDS_FOR_LAST_COPY = 5


def run(arguments: Sequence[str], command: str = "pennant run") -> int | str:
    """Run until Ctrl-C. Return 0, or an error message."""
    options = _parse_arguments(arguments, command)
    if options.open_browser and runs_at(options.port):
        webbrowser.open(f"http://localhost:{options.port}/")
        return 0
    return run_here(
        options.host,
        options.port,
        browser=not options.no_browser,
        at_every_start=options.open_browser,
        alone=options.alone,
    )


def run_here(host: str, port: str, *, browser: bool, at_every_start: bool = False, alone: bool = False) -> int | str:
    """Run until Ctrl-C, or until the standby computer takes over. Return an exit code or a message.

    Args:
        browser: Whether to open the browser at the first start.
        at_every_start: Whether to open it at later starts too.
        alone: Whether a person has confirmed that no other computer is the leader.
    """
    try:
        check_port(host, port)
        certificate = Certificate.from_environment()
        address = _address(host, port, certificate)
    except (NoPort, NoCertificate) as fault:
        return str(fault)
    for number in stop_signals():  # even if Ctrl-C was disabled for this process
        signal.signal(number, interrupt_once)
    children: list[Child] = []
    try:
        with TemporaryDirectory(prefix="pennant-start-") as folder:
            facts_file = Path(folder) / "facts.json"
            children += _children(host, port, address, facts_file, certificate, alone=alone)
            keyboard = certificate.keyboard_address(port, address) if certificate else f"http://localhost:{port}"
            starts = _BrowserStarts(first=browser, later=browser and at_every_start)
            return _supervise(children, host, port, (keyboard, address), facts_file, starts)
    except KeyboardInterrupt:
        print_lines(["", "Stopping …"])
        return 0
    finally:
        stop_children(children)


def _address(host: str, port: str, certificate: Certificate | None) -> str:
    """Return the URL for phones."""
    public_url = os.environ.get("PUBLIC_URL", "")
    if certificate:
        return certificate.address(port, public_url)
    return public_url or f"http://{address_for_phones(host)}:{port}"


class _BrowserStarts(NamedTuple):
    """Whether to open the browser at the first start and at later starts."""

    first: bool
    later: bool


def _supervise(
    children: list[Child], host: str, port: str, addresses: tuple[str, str], facts_file: Path, starts: _BrowserStarts
) -> int | str:
    """Run until a child keeps crashing. `addresses` has the URLs for this computer's browser and for phones."""
    web, worker = children
    web.keep_running()  # start the worker after the first page, because both keep a processor busy while starting
    facts = _wait_until_prepared(web, facts_file)
    if facts is None:
        return 1
    if not wait_for_port(port, _SECONDS_TO_ANSWER, host):
        return f"The web server did not respond within {_SECONDS_TO_ANSWER} seconds. The lines above show why."
    print_lines(greeting(*addresses, facts, sys.platform))
    if (starts.first if facts["first_start"] else starts.later) and has_screen(sys.platform):
        webbrowser.open(f"{addresses[0]}{facts['link']}")
    if facts["first_start"]:
        children.append(_practice_weekend())
    files = StandbyFiles(data_folder())
    key = _stored_key()
    while all(child.keep_running() for child in children):
        if (current_key := _stored_key()) != key:
            key = current_key
            worker.stop()  # it restarts with the restored backup's key
        if successor := files.read(StandbyRecord.HANDED_OVER):
            return _stop_as_former_leader(successor)
        time.sleep(0.5)
    return "The web server or the worker keeps stopping. The lines above show why."


def _wait_until_prepared(web: Child, facts_file: Path) -> dict[str, Any] | None:
    """Return the prepared database's facts, or None if the web server exited after printing an error."""
    while not facts_file.exists():
        if not web.is_running():
            return None
        time.sleep(0.05)  # no time limit, because upgrading a large database can take long
    facts: dict[str, Any] = json.loads(facts_file.read_text(encoding="utf-8"))
    return facts


def _stored_key() -> bytes:
    """Return the key that signs links, or b"" while it is being replaced."""
    try:
        return (data_folder() / "secret_key").read_bytes()
    except OSError:
        return b""


def _stop_as_former_leader(successor: dict[str, Any]) -> str:
    """Wait for the standby to receive the last changes. No results are accepted during that time."""
    time.sleep(_SECONDS_FOR_LAST_COPY)
    return (
        f"\n{successor['name']} took over and is the leader at {successor['address']}. Pennant stopped here. "
        f"To make this computer its standby: pennant follow {successor['address']}"
    )


def greeting(keyboard: str, address: str, facts: dict[str, Any], system: str) -> list[str]:
    """Return the lines to print in the terminal. `keyboard` is the URL for this computer's browser."""
    lines = ["", f"Pennant {VERSION} is running at    {keyboard}/"]
    if address != keyboard:
        lines.append(f"for phones in the room         {address}/")
    lines += [
        "",
        *_sign_in_lines(f"{keyboard}{facts['link']}"),
        "",
        "Then try:",
    ]
    if facts["practice"]:
        lines.append(
            f"  · the practice weekend “{facts['practice']}”: Dashboard, Standings, a series, a pitching sheet"
        )
    lines += [
        "  · Teams: every team's invitation link and QR code; open one on a phone",
        "  · New tournament: your own weekend from sign-up to champion",
        "",
        *_firewall_note(system),
        f"The data is in {data_folder()}",
        "Ctrl-C stops everything, and nothing is lost.",
    ]
    return lines


def _sign_in_lines(link: str) -> list[str]:
    if "JOURNAL_STREAM" in os.environ:
        # a systemd service, whose log stores every line
        command = f"{command_name()} manage create_organizer_link"
        return ["To sign in as the director, print a link:", f"  PENNANT_DATA={data_folder()} {command}"]
    return ["Sign in as the director: open this link on this laptop and press the button.", f"  {link}"]


def _firewall_note(system: str) -> list[str]:
    names = {"win32": "Windows", "darwin": "macOS"}
    if system not in names:
        return []
    return [
        f"If {names[system]} asks whether Python may accept connections, allow it, on private networks too.",
        "Otherwise no phone in the room can reach this laptop.",
        "",
    ]


def _parse_arguments(arguments: Sequence[str], command: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=command, description="Start everything on this computer.")
    add_server_arguments(parser)
    parser.add_argument("--open-browser", action="store_true", help="open the browser at every start")
    parser.add_argument("--alone", action="store_true", help="start even if the standby computer may be the leader")
    return parser.parse_args(arguments)


def add_server_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the web server's and the browser's options."""
    parser.add_argument("--host", default=os.environ.get("HOST") or "0.0.0.0", help="127.0.0.1: this computer only")
    parser.add_argument("--port", default=os.environ.get("PORT") or "8000")
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser at the first start")


def _practice_weekend() -> Child:
    """Create the practice weekend in the background, once."""
    print_lines(["", "First start: playing a practice weekend with real players from 1998 …"])
    module = ["manage", "demo", "--stage", "round_robin", "--seed", "1998"]
    return Child(module, children_environment(), once=True)


def _children(
    host: str, port: str, address: str, facts_file: Path, certificate: Certificate | None, *, alone: bool
) -> list[Child]:
    environment = {
        **children_environment(),
        "PENNANT_DATA": str(data_folder()),
        "PUBLIC_URL": address,
        "PORT": port,
        "LISTEN_HOST": host,
        **(certificate.environment() if certificate else {}),
    }
    web = ["config.web", "--facts-file", str(facts_file)]
    if alone:
        web.append("--alone")
    web += ["--", *server_options(host, port)]
    if certificate:
        web += certificate.server_options()
    if environment.get("WEB_WORKERS"):
        web += ["--workers", environment["WEB_WORKERS"]]
    return [Child(web, environment), Child(["config.worker"], environment)]


def server_options(host: str, port: str) -> list[str]:
    """Return the web server's arguments."""
    options = ["config.asgi:application", "--host", host, "--port", port]
    return [*options, "--log-level", "warning", "--lifespan", "off", "--timeout-graceful-shutdown", "2"]


def stop_children(children: list[Child]) -> None:
    for child in children:
        child.stop()
    for child in children:
        child.wait(10)


def stop_signals() -> list[int]:
    """Return the signals for Ctrl-C, for a stop request and for a closed window."""
    names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    return [int(getattr(signal, name)) for name in names if hasattr(signal, name)]


def interrupt_once(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt only once.

    A second signal, such as one forwarded by `uvx`, would interrupt the shutdown.
    """
    for stop_number in stop_signals():
        signal.signal(stop_number, signal.SIG_IGN)
    raise KeyboardInterrupt


def has_screen(system: str) -> bool:
    """Return whether there is a graphical display. Without one, a text browser would take over the terminal."""
    return system in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def print_lines(lines: list[str]) -> None:
    with suppress(OSError):  # the window is closed
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
