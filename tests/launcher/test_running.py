"""Test `pennant run`: its output, its processes, its shutdown, and the differences on Windows and macOS."""

import errno
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import psutil
import pytest

from pennant_baseball import children, running
from pennant_baseball.ports import NoPort, check_port, port_problem
from tests.machine import free_port

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [
        ("", "abc", "PORT=abc is not a port"),
        ("", "99999", "PORT=99999 is not a port"),
        ("", "-1", "PORT=-1 is not a port"),
        ("no such host", "8000", "HOST=no such host is not an address"),
        ("192.0.2.1", "8000", "HOST=192.0.2.1 is not an address of this machine"),
    ],
)
def test_invalid_host_and_port_are_reported(host: str, port: str, sentence: str) -> None:
    with pytest.raises(NoPort, match=sentence):
        check_port(host, port)


def test_port_in_use_is_reported_and_nothing_starts() -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = str(listener.getsockname()[1])
        sentence = running.run(["--host", "127.0.0.1", "--port", port])
    user = f" by {Path('/proc/self/comm').read_text().strip()} (process {os.getpid()})"
    assert sentence == (
        f"Port {port} is in use{user}. Stop it, or choose another port: --port 8001 (or PORT=8001 make run)"
    )


def test_port_permission_error_depends_on_the_operating_system() -> None:
    assert "in use, or Windows has reserved it" in port_problem(errno.EACCES, "0.0.0.0", "8000", "win32")
    assert "have permission to open port 80. Choose 1024 or higher" in port_problem(
        errno.EACCES, "0.0.0.0", "80", "linux"
    )


def test_stop_signal_depends_on_the_operating_system() -> None:
    assert children.stop_signal("linux") == children.stop_signal("darwin") == signal.SIGTERM
    assert children.stop_signal("win32") == 1  # CTRL_BREAK_EVENT
    assert children.own_group_options("win32") == {"creationflags": 0x200}  # CREATE_NEW_PROCESS_GROUP
    assert children.own_group_options("linux") == {"start_new_session": True}


@pytest.mark.parametrize(("system", "named"), [("win32", "Windows"), ("darwin", "macOS"), ("linux", None)])
def test_greeting_mentions_the_firewall_prompt(system: str, named: str | None) -> None:
    facts = {"link": "/join/x/", "practice": "", "first_start": True}
    greeting = "\n".join(running.greeting("http://localhost:8000", "http://192.168.0.7:8000", facts, system))
    assert "http://192.168.0.7:8000/" in greeting
    assert ("asks whether Python may accept connections" in greeting) is bool(named)
    assert named is None or f"If {named} asks" in greeting


def test_service_does_not_log_the_sign_in_link(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = {"link": "/join/1.canary~token/", "practice": "", "first_start": True}
    assert "canary" in "\n".join(running.greeting("http://localhost:8000", "http://localhost:8000", facts, "linux"))
    monkeypatch.setenv("JOURNAL_STREAM", "8:12345")
    lines = "\n".join(running.greeting("http://localhost:8000", "http://localhost:8000", facts, "linux"))
    assert "canary" not in lines
    assert "manage create_organizer_link" in lines


def test_crashing_process_is_restarted_at_most_five_times() -> None:
    child = children.Child(["pennant_baseball", "version"], children.children_environment())
    for _ in range(5):
        assert child.keep_running()
        child.wait(30)
    assert not child.keep_running()


def test_process_marked_once_is_not_restarted() -> None:
    child = children.Child(["pennant_baseball", "version"], children.children_environment(), once=True)
    for _ in range(7):
        assert child.keep_running()
        child.wait(30)
    assert len(child.starts) == 1


class Launched:
    """A launcher with its own directory, and its output."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.output_file = folder.parent / f"{folder.name}-{self.port}.said"
        place = {"PENNANT_DATA": str(folder), "DATABASE_URL": f"sqlite:///{folder}/pennant.sqlite3", "REDIS_URL": ""}
        command = [sys.executable, "-m", "pennant_baseball", "run", "--host", "127.0.0.1", "--port", str(self.port)]
        with self.output_file.open("wb") as output:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env={**os.environ, **place}, stdout=output, stderr=subprocess.STDOUT
            )

    def link(self) -> str:
        """Return the director's link once it is printed."""
        address = self.wait_for(r"http://localhost:\d+/join/\S+")
        return address.replace("localhost", "127.0.0.1")

    def wait_for(self, pattern: str, seconds: float = 240) -> str:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.process.poll() is None:
            if match := re.search(pattern, self.output_file.read_text()):
                return match[0]
            time.sleep(0.2)
        raise AssertionError(f"{pattern} was not said: {self.output_file.read_text()}")

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(60)


def sign_in(link: str) -> str:
    """Open the link, press its button, and return the next page."""
    cookies = CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
    browser.open(link, timeout=60).close()
    token = next(cookie.value for cookie in cookies if cookie.name == "csrftoken")
    form = urllib.parse.urlencode({"csrfmiddlewaretoken": token}).encode()
    with browser.open(urllib.request.Request(link, form, {"Referer": link}), timeout=60) as page:
        return page.read().decode()


def test_first_link_works_while_the_practice_weekend_is_created(tmp_path: Path) -> None:
    first = Launched(tmp_path / "data")
    try:
        link = first.link()
        assert "Start a tournament" in sign_in(link)
        launcher = psutil.Process(first.process.pid)
        assert launcher.memory_full_info().pss < 40 * 2**20
        family = launcher.children(recursive=True)
        first.wait_for("“Practice weekend 1998” is ready")
        assert "Practice weekend 1998" in sign_in(link)
    finally:
        first.process.send_signal(signal.SIGINT)
        first.wait_for("Stopping")
        assert first.end(signal.SIGINT) == 0  # pressed twice, as people do
    assert "Traceback" not in first.output_file.read_text()
    assert not [process for process in family if process.is_running() and process.status() != "zombie"]

    second = Launched(tmp_path / "data")
    try:
        assert second.link().split("/join/")[1] == link.split("/join/")[1]
        assert "First start" not in second.output_file.read_text()
        with urllib.request.urlopen(f"http://127.0.0.1:{second.port}/health/ready/", timeout=60) as response:
            assert json.load(response)["ready"] is True
    finally:
        assert second.end(signal.SIGTERM) == 0


def test_failed_preparation_stops_the_launcher_with_a_message(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    launched = Launched(tmp_path / "file")
    assert launched.process.wait(120) == 1
    assert "Pennant can't save data in" in launched.output_file.read_text()
    assert "Traceback" not in launched.output_file.read_text()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP])
def test_web_server_and_worker_end_with_the_launcher(tmp_path: Path, number: signal.Signals) -> None:
    """This covers a killed launcher and a closed window."""
    launched = Launched(tmp_path / "data")
    launched.wait_for("First start")  # the web server, worker and practice weekend are starting
    family = psutil.Process(launched.process.pid).children(recursive=True)
    assert len(family) >= 3
    launched.end(number)
    _, alive = psutil.wait_procs(family, timeout=5)
    assert alive == []
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", launched.port)) != 0
