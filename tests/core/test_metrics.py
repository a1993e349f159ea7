"""Test Prometheus metrics: for authorized readers only, in the text format, without names or secrets."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psutil
import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from backups.queries import readings
from backups.worker_pulse import touch_pulse
from tests.conftest import signed_in
from tests.factories import AccessFactory, TournamentFactory
from tests.hosted import wait_until
from tests.machine import free_port
from tournaments.access.links import link_token

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[2]
TOKEN = "a-long-token-of-the-monitoring"
MAKE_TOURNAMENT = """
import django
django.setup()
from tests.factories import TournamentFactory
TournamentFactory(slug="spring")
"""
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def monitoring(settings, tmp_path: Path) -> Client:
    settings.METRICS_TOKEN = TOKEN
    settings.DATA_DIR, settings.BACKUP_FOLDER, settings.SECOND_BACKUP_FOLDER = tmp_path, str(tmp_path / "backups"), ""
    return Client(headers={"authorization": f"Bearer {TOKEN}"}, REMOTE_ADDR="203.0.113.7")


def samples_in(text: str) -> Samples:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def read(client: Client) -> Samples:
    response = client.get("/metrics")
    assert (response.status_code, response.headers["Cache-Control"]) == (200, "no-store")
    assert response.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    return samples_in(response.content.decode())


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples.get((name, frozenset(labels.items())), 0.0)


def test_metrics_are_closed_by_default() -> None:
    for address in ("127.0.0.1", "203.0.113.7"):
        assert Client(REMOTE_ADDR=address).get("/metrics").status_code == 403


def test_configured_token_is_required_for_metrics(monitoring: Client) -> None:
    assert monitoring.get("/metrics", headers={"host": "10.0.3.7:8000"}).status_code == 200
    assert monitoring.post("/metrics").status_code == 405
    for wrong in (
        {},
        {"authorization": "Bearer wrong"},
        {"authorization": f"Basic {TOKEN}"},
        {"authorization": "Bearer é"},
    ):
        response = Client(headers=wrong).get("/metrics")
        assert (response.status_code, response.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert Client().get(f"/metrics?token={TOKEN}").status_code == 401


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_metrics_without_a_token_are_open_only_to_this_computer(settings, address: str) -> None:
    settings.METRICS = True
    local = Client(REMOTE_ADDR=address)
    assert local.get("/metrics").status_code == 200
    for header in ("x-forwarded-for", "x-real-ip", "forwarded"):
        assert local.get("/metrics", headers={header: "127.0.0.1"}).status_code == 403
    for source_address in ("192.168.0.7", "::ffff:192.168.0.7", "2001:db8::1", ""):
        assert Client(REMOTE_ADDR=source_address).get("/metrics").status_code == 403


def test_requests_refusals_and_failed_sign_ins_are_counted_by_route(monitoring: Client) -> None:
    access = AccessFactory(tournament=TournamentFactory(slug="spring"))
    browser, before = signed_in(access), read(monitoring)
    for _ in range(3):
        browser.get("/t/spring/people/")
    browser.post("/t/spring/stage/", {"from": "signup", "to": "finished"})
    Client().get("/nowhere/at/all/")
    Client().post("/join/12.wrong~link/")
    Client().generic("BREW", "/t/spring/")
    after = read(monitoring)

    def growth(name: str, **labels: str) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    assert growth("pennant_requests_total", method="GET", view="people", status="200") == 3
    assert growth("pennant_request_seconds_count", view="people") == 3
    assert growth("pennant_requests_total", method="POST", view="stage", status="400") == 1
    assert growth("pennant_requests_total", method="GET", view="unknown", status="404") == 1
    assert growth("pennant_failed_sign_ins_total", kind="link") == 1
    assert [labels for name, labels in after if name == "pennant_refusals_total"]
    assert any(("method", "other") in labels for _, labels in after)


def test_labels_are_limited_and_contain_no_secrets(monitoring: Client) -> None:
    token = link_token(AccessFactory(tournament=TournamentFactory(slug="canary-slug")))
    read(monitoring)
    count = len(read(monitoring))
    for number in range(50):
        Client().get(f"/t/canary-{number}/")
        Client().get(f"/invented/{number}/")
        Client().get(f"/join/{token}{number}/")
    text = monitoring.get("/metrics").content.decode()
    assert len(samples_in(text)) < count + 60
    assert "_created" not in text
    assert [secret for secret in (token, "canary", "203.0.113.7", TOKEN, "@") if secret in text] == []


def test_metrics_include_backups_worker_queue_deliveries_and_disk(monitoring: Client) -> None:
    touch_pulse()
    samples = read(monitoring)
    names = {name for name, _ in samples}
    expected = {"pennant_info", "pennant_database_up", "pennant_disk_free_bytes", "pennant_backups_good"}
    expected |= {
        "pennant_unsaved_actions",
        "pennant_queue_jobs",
        "pennant_deliveries_due",
        "pennant_deliveries_failing",
    }
    assert expected | {"pennant_delivery_age_seconds", "pennant_worker_silent_seconds"} <= names
    assert value(samples, "pennant_worker_silent_seconds") < 10
    assert value(samples, "pennant_failed_readings") == 0


def test_example_dashboard_uses_existing_metrics(monitoring: Client) -> None:
    Client().get("/")
    touch_pulse()
    text = monitoring.get("/metrics").content.decode()
    names = {name for name, _ in samples_in(text)} | set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))
    dashboard = json.loads((ROOT / "deploy" / "grafana-dashboard.json").read_text(encoding="utf-8"))
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    shown = set(re.findall(r"\bpennant_\w+", " ".join(queries)))
    if settings.REDIS_URL:
        shown.discard("pennant_queue_age_seconds")
    assert len(shown) > 12
    assert sorted(shown - names) == []


def test_metrics_omit_numbers_from_an_unreachable_database(monitoring: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise OperationalError

    monkeypatch.setattr(readings, "backup_state", fail)
    monkeypatch.setattr(readings.connection, "cursor", fail)
    samples = read(monitoring)
    assert value(samples, "pennant_failed_readings") >= 1
    assert ("pennant_database_up", frozenset()) in samples
    assert value(samples, "pennant_database_up") == 0


@contextmanager
def web_server(folder: Path) -> Iterator[tuple[int, "subprocess.Popen[bytes]"]]:
    """Run a web server with two processes, as in deploy/compose.yaml."""
    port = free_port()
    place = {"PENNANT_DATA": str(folder), "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3", "TMPDIR": str(folder)}
    environment = (
        os.environ
        | place
        | {"METRICS_TOKEN": TOKEN, "DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": "", "PUBLIC_URL": ""}
    )
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=environment, check=True)
    subprocess.run([sys.executable, "-c", MAKE_TOURNAMENT], cwd=ROOT, env=environment, check=True)
    command = ["-m", "uvicorn", "config.asgi:application", "--port", str(port), "--workers", "2", "--lifespan", "off"]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen([sys.executable, *command], cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        yield port, server
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)


def ask(port: int, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path, headers={"Authorization": f"Bearer {TOKEN}"})
        response = connection.getresponse()
        return response.status, response.read().decode()
    except OSError:
        return 0, ""
    finally:
        connection.close()


def read_from(port: int, name: str, **labels: str) -> float:
    return value(samples_in(ask(port, "/metrics")[1]), name, **labels)


def test_every_web_process_reports_metrics_for_all(tmp_path: Path) -> None:
    front = {"method": "GET", "view": "home", "status": "200"}
    with web_server(tmp_path) as (port, server):
        wait_until(lambda: ask(port, "/")[0] == 200, 120)
        wait_until(lambda: ask(port, "/")[0] and len(list(tmp_path.glob("pennant-metrics-*/counter_*.db"))) == 2, 60)
        before = {read_from(port, "pennant_requests_total", **front) for _ in range(8)}
        assert len(before) == 1
        assert [ask(port, "/")[0] for _ in range(20)] == [200] * 20
        assert {read_from(port, "pennant_requests_total", **front) for _ in range(8)} == {before.pop() + 20}
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as page:
            page.request("GET", "/t/spring/events/")
            assert page.getresponse().status == 200
            wait_until(lambda: read_from(port, "pennant_event_streams") == 1)
        wait_until(lambda: read_from(port, "pennant_event_streams") == 0)
        page.request("GET", "/t/spring/events/")
        wait_until(lambda: read_from(port, "pennant_event_streams") == 1)
        for process in psutil.Process(server.pid).children():
            process.kill()
        wait_until(lambda: ask(port, "/metrics")[0] == 200, 60)
        wait_until(lambda: read_from(port, "pennant_event_streams") == 0)
        page.close()
