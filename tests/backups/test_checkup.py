"""Test `pennant doctor` and the Checkup page, which list an installation's problems and how to fix them."""

import socket
import time
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.test import Client

from backups.queries import checkup
from backups.queries.checkup import CHECK_NAMES, CheckLine, exit_code, run_checkup
from backups.worker_pulse import pulse_file, touch_pulse
from tests.conftest import signed_in
from tests.factories import AccessFactory, CardSetFactory
from tests.machine import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.database]
ON_A_LAPTOP = pytest.mark.skipif(bool(django_settings.REDIS_URL), reason="Celery answers on a host")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings) -> Path:
    settings.DATA_DIR, settings.BACKUPS = tmp_path, True
    settings.BACKUP_FOLDER, settings.SECOND_BACKUP_FOLDER = str(tmp_path / "backups"), ""
    settings.SECRET_KEY_FILE = str(tmp_path / "secret_key")
    Path(settings.SECRET_KEY_FILE).write_text("k" * 60)
    settings.SEAL_KEY_FILE = str(tmp_path / "seal_key")
    for key in (settings.SECRET_KEY_FILE, settings.SEAL_KEY_FILE):
        Path(key).touch()
        Path(key).chmod(0o600)
    return tmp_path


def line(name: str) -> CheckLine:
    (line,) = run_checkup(name)
    return line


def test_every_check_returns_a_line_with_a_sentence() -> None:
    lines = run_checkup()
    assert tuple(line.name for line in lines) == CHECK_NAMES
    assert [line.sentence for line in lines if not line.sentence.endswith((".", "?"))] == []
    assert [line for line in lines if "could not be checked" in line.sentence] == []


def test_exit_code_reflects_the_worst_result() -> None:
    tones = [CheckLine("disk", tone, "") for tone in ("good", "warn", "bad")]
    assert [exit_code(tones[:count]) for count in (1, 2, 3)] == [0, 1, 2]
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", only=["key"], stdout=out)
    assert ended.value.code == 0
    assert out.getvalue().startswith("ok     key ")


@ON_A_LAPTOP
def test_silent_worker_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    assert line("worker").tone == "bad"
    touch_pulse()
    assert line("worker").tone == "good"
    later = time.time() + 31
    monkeypatch.setattr("backups.worker_pulse.time.time", lambda: later)
    assert line("worker").tone == "bad"
    assert pulse_file().exists()


def test_missing_drive_weak_key_and_readable_key_file_are_reported(folder: Path, settings) -> None:
    assert line("stick").tone == "warn"
    settings.SECOND_BACKUP_FOLDER = str(folder / "stick" / "pennant")
    assert (line("stick").tone, "plugged in" in line("stick").sentence) == ("bad", True)
    for key in (settings.SEAL_KEY_FILE, settings.SECRET_KEY_FILE):
        Path(key).chmod(0o644)
        assert f"chmod 600 {key}" in line("key").sentence
    settings.SECRET_KEY = "short"
    assert line("key").tone == "bad"


def test_full_disk_and_missing_cards_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    assert line("cards").tone == "warn"
    CardSetFactory()
    assert line("cards").sentence == "1 card set."
    monkeypatch.setattr(checkup.shutil, "disk_usage", lambda path: type("Usage", (), {"free": 1000}))
    assert line("disk").tone == "bad"


def test_occupied_port_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", str(free_port()))
    assert "Start it with `pennant run`" in line("port").sentence
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        monkeypatch.setenv("PORT", str(listener.getsockname()[1]))
        monkeypatch.setattr(checkup.urllib.request, "urlopen", refuse)
        assert "Another program is using port" in line("port").sentence


def refuse(*args: object, **more: object) -> None:
    raise ConnectionResetError


def test_unresponsive_mail_server_is_reported(settings) -> None:
    assert line("mail").tone == "good"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    assert line("mail").tone == "bad"
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        settings.EMAIL_PORT = server.getsockname()[1]
        assert line("mail").tone == "good"


def test_address_on_another_network_is_reported(settings) -> None:
    settings.PUBLIC_URL = "http://192.0.2.77:8000"
    assert "is no longer an address of this computer" in line("addresses").sentence
    settings.PUBLIC_URL = "https://pennant.example"
    assert line("addresses").tone == "good"


def test_failing_check_is_reported_and_the_others_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(checkup._CHECKS, "disk", lambda: 1 / 0)
    lines = {line.name: line for line in run_checkup()}
    assert "This couldn't be checked: ZeroDivisionError" in lines["disk"].sentence
    assert len(lines) == len(CHECK_NAMES)


def test_organizer_sees_the_same_checks_on_the_page() -> None:
    organizer = signed_in(AccessFactory(role="organiser", tournament=None, team=None))
    page = organizer.get("/checkup/").content.decode()
    assert [name for name in CHECK_NAMES if f'data-check="{name}"' not in page] == []
    assert Client().get("/checkup/").status_code in (302, 403)
