"""Run the whole program for the browser: a web server, a worker and their own database. Stop it all at the end."""

import atexit
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from functools import cache
from pathlib import Path

import psycopg

from tests.browser.prompt import ROOT, Prompt
from tests.redis_numbers import moved


class Site:
    """A running installation on SQLite, or on its own PostgreSQL database if DATABASE_URL names a server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._postgres = PostgresDatabase.of_this_run()
        self.database_url = self._postgres.url if self._postgres else f"sqlite:///{folder}/site.sqlite3"
        self.environment = self._environment()
        self._web: subprocess.Popen[bytes] | None = None
        self._worker: subprocess.Popen[bytes] | None = None
        self._prompt: Prompt | None = None

    def _environment(self) -> dict[str, str]:
        redis = os.environ.get("REDIS_URL", "")
        return {
            **os.environ,
            "PENNANT_DATA": str(self.folder),
            "DATABASE_URL": self.database_url,
            # a Redis database different from the tests' own, which they clear after every test
            "REDIS_URL": moved(redis, 2) if redis else "",
            "PUBLIC_URL": self.address,
        }

    def open(self) -> None:
        self.make_tables()
        self.start_web()

    def make_tables(self) -> None:
        """Copy the tables from a database that was migrated once for this run."""
        if self._postgres:
            self._postgres.create(template=migrated_on(self._postgres.server))
        else:
            shutil.copyfile(migrated_file(), self.folder / "site.sqlite3")

    def close(self) -> None:
        for process in (self._web, self._worker):
            _end(process)
        self._close_prompt()
        if self._postgres:
            self._postgres.drop()

    def start_web(self, command: list[str] | None = None, **environment: str) -> None:
        """Start the web server, using this command if there is one."""
        usual = ["-m", "uvicorn", "config.asgi:application", "--port", str(self.port), "--log-level", "warning"]
        self._web = self._start(command or [*usual, "--lifespan", "off"], environment)
        _wait_for(self.port, self._web)

    @property
    def is_serving(self) -> bool:
        return self._web is not None

    @property
    def web_process(self) -> int:
        assert self._web is not None
        return self._web.pid

    def stop_web(self, number: signal.Signals = signal.SIGTERM) -> float:
        """Ask the web server to stop, and return how many seconds it took."""
        started_at = time.monotonic()
        if self._web is not None:
            self._web.send_signal(number)
            self._web.wait(60)
            self._web = None
        return time.monotonic() - started_at

    def kill_web(self) -> None:
        """Kill the processes like a pulled plug, without a signal or time to write."""
        if self._web is not None:
            self._web.send_signal(signal.SIGKILL)
            self._web.wait(60)
            self._web = None

    def start_worker(self) -> None:
        self._worker = self._start(["-m", "config.worker"])

    def kill_worker(self) -> None:
        if self._worker is not None:
            self._worker.send_signal(signal.SIGKILL)
            self._worker.wait(60)
            self._worker = None

    def _start(self, command: list[str], environment: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
        own = {**self.environment, **(environment or {})}
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen([sys.executable, *command], cwd=ROOT, env=own, stdout=log, stderr=subprocess.STDOUT)

    def manage(self, *words: str) -> str:
        """Run a management command and return its output."""
        if self._prompt is None or self._prompt.environment != self.environment:
            self._close_prompt()
            self._prompt = Prompt(self.environment)
        done = self._prompt.answer(words)
        assert done.code == 0, f"manage.py {' '.join(words)[:200]}\n{done.message}{done.complained}"
        return done.message

    def _close_prompt(self) -> None:
        if self._prompt is not None:
            self._prompt.close()
            self._prompt = None

    def shell(self, code: str) -> str:
        """Run this code in the program's shell and return its last output line."""
        return self.manage("shell", "--no-imports", "--command", code).strip().splitlines()[-1]

    def organizer_link(self) -> str:
        """Return the sign-in URL for the organizer's laptop, as printed by `make run`."""
        token = self.shell(
            "from tournaments.access.links import link_token\n"
            "from tournaments.services.invitations import create_organizer\n"
            "print(link_token(create_organizer(label='Olive Organizer')))"
        )
        return f"{self.address}/join/{token}/"

    def errors(self) -> str:
        """Return the errors that the server and the worker logged."""
        return (self.folder / "log").read_text()


class PostgresDatabase:
    """A new database on this run's PostgreSQL server."""

    def __init__(self, server: str, name: str) -> None:
        self.server, self.name = server, name
        self.url = f"{server}/{name}"

    @classmethod
    def of_this_run(cls) -> "PostgresDatabase | None":
        url = os.environ.get("DATABASE_URL", "")
        if not url.startswith("postgres"):
            return None
        return cls.on_server(url)

    @classmethod
    def on_server(cls, url: str) -> "PostgresDatabase":
        """Connect to the server that this URL names, outside its database."""
        return cls(url.rsplit("/", 1)[0], f"pennant_browser_{uuid.uuid4().hex[:10]}")

    def create(self, template: str = "template1") -> None:
        self._execute(f'CREATE DATABASE "{self.name}" TEMPLATE "{template}"')

    def drop(self) -> None:
        self._execute(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)')

    def _execute(self, sentence: str) -> None:
        server = self.server.replace("postgres://", "postgresql://")
        with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
            connection.execute(sentence)


MADE_ONCE = "TESTS_MADE_ONCE"  # names the directory where a run's processes find the resources they share


@cache
def migrated_file() -> Path:
    folder = _folder_of_the_run()
    made = folder / "migrated.sqlite3"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            migrating = folder / "being-migrated.sqlite3"
            _migrate(f"sqlite:///{migrating}", folder)
            migrating.rename(made)
    return made


def _folder_of_the_run() -> Path:
    """Return the run's shared directory, or a private one for a process outside a run."""
    if MADE_ONCE in os.environ:
        folder = Path(os.environ[MADE_ONCE])
        folder.mkdir(exist_ok=True)
        return folder
    folder = Path(tempfile.mkdtemp(prefix="pennant-migrated-"))
    atexit.register(shutil.rmtree, folder)
    return folder


@cache
def migrated_on(server: str) -> str:
    """Return the name of a template database on this server, with tables but no rows."""
    folder = _folder_of_the_run()
    noted = folder / "template"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not noted.exists():
            database = PostgresDatabase.on_server(f"{server}/")
            database.create()
            if MADE_ONCE not in os.environ:
                atexit.register(database.drop)
            _migrate(database.url, folder)
            noted.write_text(database.name)
    return noted.read_text()


def drop_template(server: str, folder: Path) -> None:
    """Drop the template at the end of the run that named this directory."""
    noted = folder / "template"
    if noted.exists():
        PostgresDatabase(server, noted.read_text()).drop()


def _migrate(database_url: str, folder: Path) -> None:
    place = {"DATABASE_URL": database_url, "PENNANT_DATA": str(folder), "REDIS_URL": ""}
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env={**os.environ, **place}, check=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as caller:
            if caller.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError("The web server did not respond within two minutes.")


def _end(process: subprocess.Popen[bytes] | None) -> None:
    if process is None or process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
