"""Test crash reports to a Sentry-compatible server, if configured: the location, and nothing about people."""

import gzip
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.hosted import wait_until
from tests.launcher.test_request_log import CANARY

ROOT = Path(__file__).parents[2]
CRASH = """
import config.asgi
from django.test import Client, override_settings
import sentry_sdk
with override_settings(ROOT_URLCONF="tests.launcher.test_request_log"):
    browser = Client(raise_request_exception=False, REMOTE_ADDR="203.0.113.7")
    browser.cookies["sessionid"] = "cookie-canary"
    headers = {"authorization": "Bearer token-canary", "user-agent": "agent-canary"}
    answer = browser.post("/crash/?q=query-canary", {"pin": "834719", "name": "Ann Canary"}, headers=headers)
print(answer.headers["X-Request-ID"])
sentry_sdk.flush(10)
"""
SEND_UNKNOWN_TASK = """
from config.celery import app
app.send_task("no.such.task", args=["task-canary"])
"""


class CrashServer:
    """A server that stores received reports as text."""

    def __init__(self) -> None:
        self.received: list[str] = []
        received = self.received

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                plain = gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body
                received.append(plain.decode())
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: object) -> None:
                """Log nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        self.dsn = f"http://key@127.0.0.1:{self._server.server_port}/1"

    def events(self) -> list[dict[str, object]]:
        items = [line for body in self.received for line in body.splitlines() if line.startswith("{")]
        return [event for event in map(json.loads, items) if "exception" in event]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def crash_server() -> Iterator[CrashServer]:
    server = CrashServer()
    yield server
    server.close()


def environment_in(folder: Path, **more: str) -> dict[str, str]:
    place = {"PENNANT_DATA": str(folder), "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3", "REDIS_URL": ""}
    return os.environ | place | {"DJANGO_SETTINGS_MODULE": "config.settings"} | more


def run(code: str, environment: dict[str, str]) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout


def test_crash_report_includes_place_and_request_id_but_no_personal_data(
    tmp_path: Path, crash_server: CrashServer
) -> None:
    request_id = run(CRASH, environment_in(tmp_path, SENTRY_DSN=crash_server.dsn)).strip()
    (event,) = crash_server.events()
    (exception,) = event["exception"]["values"]
    assert (exception["type"], event["tags"]) == ("ZeroDivisionError", {"request_id": request_id})
    assert exception["stacktrace"]["frames"][-1]["function"] == "crash"
    assert event["release"].startswith("pennant@")
    sent = "".join(crash_server.received)
    canaries = [CANARY, "cookie-canary", "token-canary", "agent-canary", "query-canary", "834719", "Ann Canary"]
    canaries += ["203.0.113.7", socket.gethostname(), str(ROOT), str(tmp_path)]
    assert [canary for canary in canaries if canary in sent] == []


def test_worker_crash_is_reported(tmp_path: Path, crash_server: CrashServer) -> None:
    environment = environment_in(tmp_path, SENTRY_DSN=crash_server.dsn, PENNANT_BACKUPS="false")
    run(SEND_UNKNOWN_TASK, environment)
    with (tmp_path / "log").open("wb") as log:
        worker = subprocess.Popen([sys.executable, "-m", "config.worker"], cwd=ROOT, env=environment, stderr=log)
    try:
        wait_until(lambda: any(event["logger"] == "celery.worker.consumer.consumer" for event in crash_server.events()))
    finally:
        worker.terminate()
        worker.wait(60)
    assert "task-canary" not in "".join(crash_server.received)


def test_missing_database_is_not_reported_as_a_crash(tmp_path: Path, crash_server: CrashServer) -> None:
    code = """
import config.asgi
import logging
import sentry_sdk
from django.db import connection
try:
    connection.ensure_connection()
except Exception:
    logging.getLogger("pennant").exception("no connection")
logging.getLogger("pennant").error("no exception")
sentry_sdk.flush(10)
"""
    address = "postgres://nobody@127.0.0.1:1/nothing"
    run(code, environment_in(tmp_path, SENTRY_DSN=crash_server.dsn) | {"DATABASE_URL": address})
    assert crash_server.received == []


def test_sentry_and_prometheus_are_not_loaded_by_default(tmp_path: Path) -> None:
    code = """
import sys
import config.asgi
from django.test import Client
Client().get("/health/live/")
import config.celery
print(sorted({"sentry_sdk", "prometheus_client"} & sys.modules.keys()))
"""
    assert run(code, environment_in(tmp_path, SENTRY_DSN="", METRICS="", METRICS_TOKEN="")) == "[]\n"


def test_missing_sentry_package_is_reported(tmp_path: Path) -> None:
    code = """
import importlib.util
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "sentry_sdk" else find(name, *more)
import config.settings
"""
    environment = environment_in(tmp_path, SENTRY_DSN="https://key@sentry.example/1")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode != 0
    assert 'SENTRY_DSN can\'t be used. A package is missing. Install "pennant-baseball[sentry]".' in done.stderr
    assert "sentry.example" not in done.stderr
