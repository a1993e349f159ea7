"""Test that pages stay readable during a restore on PostgreSQL, and that forms ask the user to wait."""

import http.client
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from core.restore_lock import _LOCK_NUMBER
from tests.browser.installation import ROOT
from tests.weekend.test_outages import Hall, on_postgresql

pytestmark = [pytest.mark.database, on_postgresql]
TITLE = "A backup is being restored"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path)
    try:
        hall.open()
        yield hall
    finally:
        hall.close()


def test_forms_wait_and_pages_load_during_a_restore(hall: Hall) -> None:
    assert hall.enter("Before")[0] == 302
    address = hall.database_url.replace("postgres://", "postgresql://")
    with closing(psycopg.connect(address, autocommit=True)) as restore:
        restore.execute("SELECT pg_advisory_lock(%s)", [_LOCK_NUMBER])
        hall.says(503, TITLE)
        assert hall.looks_at("/t/hall/")[0] == 200
        assert hall.looks_at("/api/v1/tournaments/hall/teams/")[0] == 200
        assert _retry_after_of_api(hall) == "10"
        # a closed connection may keep its lock for a while
        restore.execute("SELECT pg_advisory_unlock(%s)", [_LOCK_NUMBER])
    assert hall.enter("After")[0] == 302
    hall.has_entered("Before", "After")


def _retry_after_of_api(hall: Hall) -> str | None:
    with closing(http.client.HTTPConnection("127.0.0.1", hall.port, timeout=60)) as connection:
        headers = {"Authorization": f"Bearer {hall.link}", "Content-Type": "application/json"}
        team = json.dumps({"name": "Never entered", "managers": [{"name": "Ann"}]})
        connection.request("POST", "/api/v1/tournaments/hall/teams/", team, headers)
        response = connection.getresponse()
        assert json.load(response)["detail"].startswith(TITLE)
        return response.headers["Retry-After"]


def test_restore_causes_no_server_errors(hall: Hall) -> None:
    assert hall.enter("Before")[0] == 302
    backup = hall.folder / "before.zip"
    hall.manage("backup", str(backup))
    command = [sys.executable, "manage.py", "restore", str(backup), "--yes"]
    statuses = set()
    restore = subprocess.Popen(command, cwd=ROOT, env=hall.environment, stdout=subprocess.DEVNULL)
    entered = 0
    while restore.poll() is None:
        entered += 1
        statuses.add(hall.enter(f"Team {entered}")[0])
        statuses.add(hall.looks_at("/t/hall/")[0])
        statuses.add(hall.director.get("/t/hall/people/")[0])
    assert restore.returncode == 0
    assert 200 in statuses
    assert statuses <= {200, 302, 503}, statuses
    assert TITLE not in hall.looks_at("/t/hall/")[1]
