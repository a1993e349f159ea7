"""Play a small club year with real processes. `python -m tests.drills --club-year` plays a full one."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.browser.installation import ROOT

# a weekend, an internet month, a Worlds with two divisions and different cards, and a move to a second server
pytestmark = [pytest.mark.database, pytest.mark.browser]


def test_small_club_year_finishes_without_faults(tmp_path: Path) -> None:
    is_sqlite = "sqlite" in settings.DATABASES["default"]["ENGINE"]
    environment = {**os.environ, "PENNANT_DATA": str(tmp_path / "data")}
    if is_sqlite:
        environment |= {"DATABASE_URL": f"sqlite:///{tmp_path}/unused.sqlite3"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.drills.club_year_run", "small", "--small"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^small: a club year of 3 tournaments, 0 faults \(\d+ s, ", done.stdout, re.MULTILINE), (
        done.stdout
    )
