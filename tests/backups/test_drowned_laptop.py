"""Test that a USB drive saves all but the last seconds of results from a dying laptop.

A different laptop continues from the drive. This test takes twenty seconds. `python -m tests.drills --drowned 120`
takes two minutes.
"""

import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from backups.archives import extracted_database
from backups.backup import stored_backups
from tests.weekend.test_outages import Hall, on_sqlite

pytestmark = pytest.mark.database
SECONDS = float(os.environ.get("PENNANT_DROWNED_SECONDS", "20"))
LONGEST_LOSS = 10.0 + 2.0  # seconds: the interval, plus the backup on a busy machine


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder / "pennant"


@pytest.fixture
def hall(tmp_path: Path, stick: Path) -> Iterator[Hall]:
    (tmp_path / "laptop").mkdir()
    hall = Hall(tmp_path / "laptop")
    hall.environment |= {"PENNANT_BACKUPS": "true", "PENNANT_SECOND_FOLDER": str(stick)}
    try:
        hall.open()
        hall.start_worker()
        yield hall
    finally:
        hall.close()


@on_sqlite
def test_lost_laptop_loses_only_the_last_seconds(hall: Hall, stick: Path, tmp_path: Path) -> None:
    entered: dict[str, float] = {}
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        name = f"Team {len(entered) + 1}"
        if len(entered) < 14:
            assert hall.enter(name)[0] == 302
            entered[name] = time.monotonic()
        time.sleep(SECONDS / 14)
    os.kill(hall.web_process, signal.SIGKILL)
    hall.kill_worker()
    death = time.monotonic()

    newest = stored_backups(stick)[0].path
    restored = tmp_path / "restored.sqlite3"
    with extracted_database(newest) as database:
        shutil.copy(database, restored)
    saved = teams_in(restored)
    lost = [name for name in entered if name not in saved]
    for name in lost:
        assert death - entered[name] < LONGEST_LOSS, f"{name} was entered {death - entered[name]:.1f} s before the end"
    assert saved, "something was saved"
    print(f"{len(entered)} teams entered, {len(lost)} lost")  # noqa: T201 - a figure of the drill


def teams_in(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM tournaments_team")}
