"""Check that Pennant can listen on its port, and find the URL for phones on the same network."""

import errno
import json
import os
import socket
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from core.network import local_network_address

_EVERY_ADDRESS = ("0.0.0.0", "::")


class NoPort(ValueError):
    """Pennant can't listen on this address or port. The message explains how to fix it."""


def check_port(host: str, port: str) -> None:
    """Raise NoPort if it isn't possible to listen on this address and port."""
    if not (port.isascii() and port.isdecimal() and len(port) < 6 and 0 < int(port) < 65536):
        raise NoPort(f"PORT={port} is not a port: choose 1 to 65535, such as --port 8001 (or PORT=8001 make run)")
    try:
        family, *_, address = socket.getaddrinfo(host, int(port), type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise NoPort(f"HOST={host} is not an address. Leave it out, or use --host 127.0.0.1") from None
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, _exclusive_option(sys.platform), 1)
        try:
            probe.bind(address)
        except OSError as fault:
            user = program_on_port(int(port)) if fault.errno == errno.EADDRINUSE else ""
            raise NoPort(port_problem(fault.errno, host, port, sys.platform, user)) from None


def _exclusive_option(system: str) -> int:
    """Return the socket option that lets only a single program listen on a port.

    Windows needs the option to reject a second program. Other systems need it to reuse a port that was just closed.
    """
    if system == "win32":
        return int(getattr(socket, "SO_EXCLUSIVEADDRUSE", ~socket.SO_REUSEADDR))
    return socket.SO_REUSEADDR


def port_problem(number: int | None, host: str, port: str, system: str, user: str = "") -> str:
    """Return the reason why a port can't be used, and how to fix it.

    `user` is the program that uses the port, if known.
    """
    if number == errno.EADDRNOTAVAIL:
        return f"HOST={host} is not an address of this machine. Leave it out, or use --host 127.0.0.1"
    another = "--port 8001 (or PORT=8001 make run)"
    if number == errno.EACCES and system == "win32":
        return f"Port {port} is in use, or Windows has reserved it. Choose another: {another}"
    if number == errno.EACCES:
        return f"You don't have permission to open port {port}. Choose 1024 or higher, such as {another}"
    if user:
        return f"Port {port} is in use by {user}. Stop it, or choose another port: {another}"
    return f"Port {port} is in use. Stop the program that uses it, or choose another port: {another}"


def program_on_port(port: int) -> str:
    """Return the program that listens on a port, such as "python3 (process 4711)", or "" if it can't be found."""
    if not Path("/proc/net/tcp").exists():
        return ""
    sockets = {f"socket:[{inode}]" for inode in _listening_sockets(port)}
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if os.readlink(link) in sockets:
                process = link.parts[2]
                name = Path(f"/proc/{process}/comm").read_text(encoding="utf-8").strip()
                return f"{name} (process {process})"
        except OSError:
            continue  # the process has exited or belongs to another user
    return ""


def _listening_sockets(port: int) -> Iterator[str]:
    """Return the inode numbers of the sockets that listen on a port on Linux."""
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        if Path(table).exists():
            for line in Path(table).read_text(encoding="utf-8").splitlines()[1:]:
                columns = line.split()
                is_listening = columns[3] == "0A"
                if is_listening and columns[1].endswith(f":{port:04X}"):
                    yield columns[9]


def answers(port: str, host: str = "0.0.0.0") -> bool:
    address = "127.0.0.1" if host in _EVERY_ADDRESS else host
    try:
        with socket.create_connection((address, int(port)), timeout=1):
            return True
    except OSError:
        return False


def runs_at(port: str) -> bool:
    """Return whether Pennant itself is already running on this computer's port."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{int(port)}/health/live/", timeout=2) as answer:
            return "version" in json.load(answer)
    except (OSError, ValueError):
        return False


def wait_for_port(port: str, seconds: float, host: str = "0.0.0.0") -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if answers(port, host):
            return True
        time.sleep(0.1)
    return False


def address_for_phones(host: str) -> str:
    """Return the address for phones on the same network, or localhost without a network."""
    if host not in _EVERY_ADDRESS:
        return "localhost" if host == "127.0.0.1" else host
    network_address = local_network_address()
    return "localhost" if network_address == "127.0.0.1" else network_address


def address_for_keyboard(host: str) -> str:
    """Return the address for this computer's browser."""
    return "localhost" if host in (*_EVERY_ADDRESS, "127.0.0.1") else host
