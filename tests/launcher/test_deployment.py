"""Test the Dockerfile, compose file, Caddyfile and systemd unit by running their commands as processes."""

import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
import yaml
from django.conf import settings

from pennant_baseball import VERSION
from tests.browser.installation import Site
from tests.hosted import Hosted, OwnRedis, on_postgresql_alone, wait_until
from tests.machine import free_port

ROOT = Path(__file__).parents[2]
COMPOSE = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
BIN = str(Path(sys.executable).parent)


IMAGE = (ROOT / "Dockerfile").read_text()


def words_of_the_image(instruction: str = "CMD") -> list[str]:
    (line,) = re.findall(rf"^{instruction} (\[.*\])$", IMAGE, re.MULTILINE)
    return json.loads(line)


def health_check(words: list[str], environment: dict[str, str]) -> tuple[int, str]:
    """Run a health check like Docker, and return its exit code and output."""
    assert words[0] == "python"
    done = subprocess.run([sys.executable, *words[1:]], cwd=ROOT, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def settings_of_the_image() -> dict[str, str]:
    (line,) = re.findall(r"^ENV (.*)$", IMAGE, re.MULTILINE)
    return dict(pair.split("=", 1) for pair in line.split())


@pytest.fixture
def site(tmp_path):
    redis = OwnRedis(tmp_path)
    redis.start()
    made = Hosted(tmp_path, redis.url)
    environment = SERVICES["web"]["environment"]
    made.environment |= {name: environment[name] for name in ("LOG_FORMAT", "TRUSTED_PROXIES")}
    made.environment |= {"LOG_LEVEL": "INFO"}
    try:
        made.open()
        yield made
    finally:
        made.close()
        redis.kill()


@pytest.mark.database
@on_postgresql_alone
def test_web_container_command_runs_two_processes_and_stops_on_request(site: Hosted) -> None:
    site.stop_web()
    command = list(SERVICES["web"]["command"])
    command[command.index("--port") + 1] = str(site.port)
    Site.start_web(site, ["-m", *command])
    wait_until(lambda: site.ask("/health/ready/").status == 200)
    assert json.loads(site.ask("/health/live/").body) == {"live": True, "version": VERSION}
    ready = json.loads(site.ask("/health/ready/").body)
    assert (ready["ready"], ready["database"], ready["version"]) == (True, "answers", VERSION)
    assert {"backups", "unsaved_actions"} <= ready.keys()
    assert f"Pennant {VERSION}." in site.ask("/").body
    assert site.stop_web(signal.SIGTERM) < 15
    lines = [json.loads(line) for line in site.errors().splitlines() if "GET / 200" in line]
    assert {(line["level"], line["path"], line["status"]) for line in lines} == {("INFO", "/", 200)}


def test_web_and_worker_containers_share_image_settings_and_data_volume() -> None:
    for name in ("web", "web2", "worker", "worker2", "prepare"):
        service = SERVICES[name]
        assert (service["image"], service["read_only"], service["volumes"]) == ("pennant", True, ["data:/data"])
        assert service["environment"] == SERVICES["prepare"]["environment"]
    workers = [SERVICES[name]["command"] for name in ("worker", "worker2")]
    assert [command[:5] for command in workers] == [["celery", "-A", "config", "worker", "--queues"]] * 2
    served = [queue for command in workers for queue in command[5].split(",")]
    assert sorted(served) == sorted(settings.CELERY_TASK_QUEUES)
    assert {"database", "redis", "caddy"} < set(SERVICES)


def test_image_runs_as_a_numeric_user() -> None:
    (user,) = re.findall(r"^USER (.*)$", IMAGE, re.MULTILINE)
    assert all(part.isdigit() and int(part) > 0 for part in user.split(":"))
    assert f"--uid {user.split(':')[0]} " in IMAGE, "the user who owns /data"
    assert "requirements-hosted.lock" in IMAGE


@pytest.mark.skipif(not shutil.which("hadolint", path=BIN), reason="hadolint has no build for this machine")
def test_hadolint_finds_nothing_in_the_dockerfile() -> None:
    done = subprocess.run([shutil.which("hadolint", path=BIN), "Dockerfile"], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_image_starts_web_and_worker_from_an_empty_folder(tmp_path: Path) -> None:
    port = free_port()
    own = settings_of_the_image() | {"PENNANT_DATA": str(tmp_path), "PORT": str(port), "HOST": "127.0.0.1"}
    variables = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL", "PUBLIC_URL")
    }
    command = [sys.executable, *words_of_the_image()[1:]]
    with (tmp_path / "said").open("wb") as output:
        launcher = subprocess.Popen(command, cwd=ROOT, env=variables | own, stdout=output, stderr=subprocess.STDOUT)
    try:
        wait_until(lambda: health(port, "ready", "any.name.example") == (200, True), 180)
        wait_until(lambda: "config.worker" in words_of_children(launcher.pid), 60)
        check = words_of_the_image("HEALTHCHECK .* CMD")
        wait_until(lambda: health_check(check, variables | own)[0] == 0, 60)
    finally:
        launcher.terminate()
        assert launcher.wait(60) == 0, (tmp_path / "said").read_text()
    code, lines = health_check(check, variables | own)
    assert code == 2, "the web server has ended"
    assert [line.split()[:2] for line in lines.splitlines()] == [["fault", "ready"], ["ok", "own-worker"]]
    grow_silent(tmp_path)
    assert health_check(check, variables | own)[1].count("fault ") == 2
    assert "superuser" not in (tmp_path / "said").read_text()


def grow_silent(data_folder: Path) -> None:
    """Move the worker's last activity back half a minute."""
    (pulse,) = (data_folder / "worker_pulses").iterdir()
    os.utime(pulse, (time.time() - 31, time.time() - 31))


def test_worker_container_is_healthy_only_if_the_worker_responds(tmp_path: Path) -> None:
    redis = OwnRedis(tmp_path)
    redis.start()
    place = {
        "PENNANT_DATA": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path}/site.sqlite3",
        "REDIS_URL": redis.url,
    }
    environment = os.environ | place | {"PENNANT_BACKUPS": "false"}
    check = SERVICES["worker"]["healthcheck"]["test"][1:]
    assert health_check(check, environment)[0] == 2
    command = [sys.executable, "-m", *SERVICES["worker"]["command"]]
    with (tmp_path / "log").open("wb") as log:
        worker = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        wait_until(lambda: health_check(check, environment)[0] == 0, 60)
        redis.hang()
        grow_silent(tmp_path)
        time.sleep(12)
        assert health_check(check, environment)[0] == 2
        redis.go_on()
        wait_until(lambda: health_check(check, environment)[0] == 0, 60)
        worker.send_signal(signal.SIGSTOP)
        grow_silent(tmp_path)
        assert health_check(check, environment)[0] == 2
        worker.send_signal(signal.SIGCONT)
    finally:
        worker.terminate()
        worker.wait(60)
        redis.kill()


def health(port: int, name: str, host: str) -> tuple[int, bool]:
    """Request a health URL with a different host name, like a load balancer."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        line.request("GET", f"/health/{name}/", headers={"Host": host})
        answer = line.getresponse()
        return answer.status, json.load(answer)[name]
    except OSError:
        return 0, False
    finally:
        line.close()


def words_of_children(process: int) -> list[str]:
    return [word for child in psutil.Process(process).children(recursive=True) for word in child.cmdline()]


def test_proxy_streams_live_updates_and_logs_no_links() -> None:
    proxy = (ROOT / "deploy" / "Caddyfile").read_text()
    assert "flush_interval -1" in proxy
    assert not re.search(r"^\s*log\b", proxy, re.MULTILINE)
    assert "web:8000 web2:8000" in proxy
    assert "health_uri /health/ready/" in proxy


def test_systemd_unit_runs_the_command_in_a_writable_folder() -> None:
    unit = (ROOT / "deploy" / "pennant.service").read_text()
    assert re.search(r"^ExecStart=\S*/pennant run --no-browser$", unit, re.MULTILINE)
    assert "StateDirectory=pennant" in unit
    assert "PENNANT_DATA=/var/lib/pennant" in unit


def test_process_without_a_database_is_live_but_not_ready(
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
    completed = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**place, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert completed.stdout == "200 503\n[]\n"


HEALTH_UNDER_ANOTHER_NAME = """
import django
django.setup()
from django.test import Client
for name in ("live", "ready"):
    answer = Client().get(f"/health/{name}/", headers={"host": "10.0.3.7:8000"})
    print(answer.status_code, answer.json())
print(Client(raise_request_exception=False).get("/", headers={"host": "10.0.3.7:8000"}).status_code)
"""


@pytest.mark.parametrize(
    "settings",
    [{"ALLOWED_HOSTS": "pennant.example"}, {"PUBLIC_URL": "https://pennant.example", "SECRET_KEY": "k" * 64}],
)
def test_health_checks_answer_under_any_host(tmp_path: Path, settings: dict[str, str]) -> None:
    live, ready, page = _run_on(tmp_path, settings, "-c", HEALTH_UNDER_ANOTHER_NAME).splitlines()
    assert live == f"200 {{'version': '{VERSION}', 'live': True}}"
    assert ready.startswith("503 ")
    assert page == "400"


def test_readiness_check_lists_missing_migrations(tmp_path: Path) -> None:
    def run(*words: str) -> str:
        return _run_on(tmp_path, {}, *words)

    ready = run("-c", HEALTH_UNDER_ANOTHER_NAME).splitlines()[1]
    assert "'tournaments.0001" in ready
    assert "manage.py migrate" in ready
    run("manage.py", "migrate", "--verbosity", "0")
    assert run("-c", HEALTH_UNDER_ANOTHER_NAME).splitlines()[1].startswith("200 ")
    run("manage.py", "migrate", "weekend", "0001", "--verbosity", "0")
    assert "'weekend.0002" in run("-c", HEALTH_UNDER_ANOTHER_NAME).splitlines()[1]


def _run_on(folder: Path, settings: dict[str, str], *words: str) -> str:
    """Run Python with its own database in the directory."""
    place = {"PENNANT_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings", **settings}
    place["DATABASE_URL"] = f"sqlite:///{folder}/site.sqlite3"
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=ROOT, env=place, capture_output=True, text=True, check=True).stdout


def test_worker_run_as_root_prints_no_warning(tmp_path: Path) -> None:
    code = """
import os
import config.celery
from celery.platforms import check_privileges
os.getuid = os.geteuid = lambda: 0
check_privileges(["json"])
"""
    place = {"PENNANT_DATA": str(tmp_path), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=place, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_web_process_writes_workbooks_without_numpy(tmp_path: Path) -> None:
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
    completed = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=place, capture_output=True, text=True, check=True
    )
    assert completed.stdout == "[1, 2.5, 'three'] False\n4\n"


def test_error_is_logged_as_a_single_json_object_with_its_traceback(tmp_path: Path) -> None:
    code = """
import django, logging
django.setup()
try:
    1 / 0
except ZeroDivisionError:
    logging.getLogger("pennant").exception("counted wrong: %s", "/join/12.abc~" + "x" * 43 + "/")
"""
    place = {"LOG_FORMAT": "json", "PENNANT_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    completed = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=place, capture_output=True, text=True, check=True
    )
    line = json.loads(completed.stderr)
    assert (line["level"], line["logger"], line["message"]) == ("ERROR", "pennant", "counted wrong: /join/***/")
    assert "ZeroDivisionError" in line["traceback"]


@pytest.mark.parametrize("written", ["json", "plain"])
def test_bad_request_and_missing_database_each_log_a_line(tmp_path: Path, written: str) -> None:
    code = """
import django
django.setup()
from django.test import Client
print(Client(raise_request_exception=False).get("/", headers={"host": "evil.example"}).status_code)
print(Client(raise_request_exception=False).get("/", headers={"host": "pennant.example"}).status_code)
"""
    place = {"LOG_FORMAT": written, "PENNANT_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    place |= {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing", "ALLOWED_HOSTS": "pennant.example"}
    place |= {"LOG_LEVEL": "WARNING"}
    completed = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=place, capture_output=True, text=True, check=True
    )
    assert completed.stdout.split() == ["400", "503"]
    lines = completed.stderr.splitlines()
    messages = [json.loads(line)["message"] for line in lines] if written == "json" else lines
    assert len(messages) == 2
    assert "evil.example" in messages[0]
    assert messages[1].startswith("Service Unavailable: /: The database isn't responding (connection failed:")
