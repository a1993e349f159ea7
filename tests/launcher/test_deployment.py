"""What stands in Dockerfile, compose, Caddyfile and the systemd unit is what is run here, as processes."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from pennant_baseball import VERSION
from tests.browser.installation import Site
from tests.hosted import Hosted, OwnRedis, on_postgresql_alone, wait_until

ROOT = Path(__file__).parents[2]
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]


def words_of_the_image() -> list[str]:
    (line,) = re.findall(r"^CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    return json.loads(line)


@pytest.fixture
def site(tmp_path):
    redis = OwnRedis(tmp_path)
    redis.start()
    made = Hosted(tmp_path, redis.url)
    given = SERVICES["web"]["environment"]
    made.environment |= {name: given[name] for name in ("LOG_FORMAT", "TRUSTED_PROXIES")}
    made.environment |= {"LOG_LEVEL": "INFO"}
    try:
        made.open()
        yield made
    finally:
        made.close()
        redis.kill()


@pytest.mark.database
@on_postgresql_alone
def test_the_image_s_own_command_serves_with_two_processes_and_ends_when_asked(site: Hosted) -> None:
    site.stop_web()
    command = words_of_the_image()
    command[command.index("--port") + 1] = str(site.port)
    Site.start_web(site, ["-m", *command])
    wait_until(lambda: site.ask("/health/ready/").status == 200)
    assert json.loads(site.ask("/health/live/").body) == {"live": True, "version": VERSION}
    assert json.loads(site.ask("/health/ready/").body) == {"ready": True, "database": "answers", "version": VERSION}
    assert f"Pennant {VERSION}." in site.ask("/").body
    assert site.stop_web(signal.SIGTERM) < 15
    lines = [line for line in site.errors().splitlines() if "GET /health/live/" in line]
    assert json.loads(lines[-1])["level"] == "INFO"


def test_two_web_processes_and_a_worker_share_the_image_and_its_settings_and_write_only_where_they_may() -> None:
    for name in ("web", "web2", "worker", "prepare"):
        service = SERVICES[name]
        assert (service["image"], service["read_only"], service["volumes"]) == ("pennant", True, ["data:/data"])
        assert service["environment"] == SERVICES["prepare"]["environment"]
    assert SERVICES["worker"]["command"][:4] == ["celery", "-A", "config", "worker"]
    assert {"database", "redis", "caddy"} < set(SERVICES)


def test_the_image_does_not_run_as_root_and_asks_the_ready_address() -> None:
    image = (ROOT / "Dockerfile").read_text()
    assert re.search(r"^USER pennant$", image, re.MULTILINE)
    assert "/health/ready/" in image.split("HEALTHCHECK")[1]
    assert "requirements-hosted.lock" in image


def test_the_proxy_sends_live_lines_on_as_they_come_and_logs_no_link() -> None:
    proxy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert "flush_interval -1" in proxy
    assert not re.search(r"^\s*log\b", proxy, re.MULTILINE)
    assert "web:8000 web2:8000" in proxy
    assert re.search(r"health_headers \{\s*Host \{\$SITE\}", proxy), "only the name in PUBLIC_URL is answered"


def test_the_unit_runs_a_word_of_the_command_in_a_folder_that_it_may_write() -> None:
    unit = (ROOT / "deploy" / "pennant.service").read_text()
    assert re.search(r"^ExecStart=\S*/pennant run --no-browser$", unit, re.MULTILINE)
    assert "StateDirectory=pennant" in unit
    assert "PENNANT_DATA=/var/lib/pennant" in unit


def test_without_its_database_a_process_lives_is_not_ready_and_has_loaded_what_pages_need(
    tmp_path: Path,
) -> None:
    code = """
import sys
import django
django.setup()
from django.test import Client
print(*(Client().get(f"/health/{name}/").status_code for name in ("live", "ready")))
print(sorted({"numpy", "icalendar", "openpyxl"} & sys.modules.keys()))
"""
    place = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing", "PENNANT_DATA": str(tmp_path), "PATH": ""}
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**place, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "200 503\n[]\n"


def test_a_web_process_writes_workbooks_without_numpy_and_leaves_it_to_those_who_reckon(tmp_path: Path) -> None:
    code = """
import sys
import config.asgi
from openpyxl import Workbook
sheet = Workbook().active
sheet.append([1, 2.5, "three"])
print([cell.value for cell in sheet[1]], "numpy" in sys.modules)
from rules_engine.odds.win_chances import np
print(np.int64(3) + 1)
"""
    place = {"PENNANT_DATA": str(tmp_path), "PATH": "", "DATABASE_URL": f"sqlite:///{tmp_path}/none.sqlite3"}
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=place, capture_output=True, text=True, check=True)
    assert said.stdout == "[1, 2.5, 'three'] False\n4\n"


def test_a_fault_is_logged_as_one_object_with_its_traceback(tmp_path: Path) -> None:
    code = """
import django, logging
django.setup()
try:
    1 / 0
except ZeroDivisionError:
    logging.getLogger("pennant").exception("counted wrong: %s", "/join/12.abc~" + "x" * 43 + "/")
"""
    place = {"LOG_FORMAT": "json", "PENNANT_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=place, capture_output=True, text=True, check=True)
    line = json.loads(told.stderr)
    assert (line["level"], line["logger"], line["message"]) == ("ERROR", "pennant", "counted wrong: /join/***/")
    assert "ZeroDivisionError" in line["traceback"]


@pytest.mark.parametrize("written", ["json", "plain"])
def test_what_a_visitor_sent_and_a_database_that_is_gone_are_one_line_each(tmp_path: Path, written: str) -> None:
    code = """
import django
django.setup()
from django.test import Client
print(Client(raise_request_exception=False).get("/", headers={"host": "evil.example"}).status_code)
print(Client(raise_request_exception=False).get("/", headers={"host": "pennant.example"}).status_code)
"""
    place = {"LOG_FORMAT": written, "PENNANT_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    place |= {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing", "ALLOWED_HOSTS": "pennant.example"}
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=place, capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["400", "503"]
    lines = told.stderr.splitlines()
    messages = [json.loads(line)["message"] for line in lines] if written == "json" else lines
    assert len(messages) == 2
    assert "evil.example" in messages[0]
    assert messages[1].startswith("Service Unavailable: /: The database does not answer (connection failed:")
