"""Run a few of each drill with real processes. `python -m tests.drills` runs as many as requested."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.browser.installation import ROOT

# ten kills and 250 races here, and as many again if the suite runs a second time, on PostgreSQL
pytestmark = pytest.mark.database
ON = "sqlite" if "sqlite" in settings.DATABASES["default"]["ENGINE"] else "postgresql"


def test_kills_lose_no_writes_and_races_create_no_duplicates(tmp_path: Path) -> None:
    words = ["--kills", "10", "--races", "250", "--on", ON]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.drills", *words], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("with two web processes: 0 acknowledged writes lost, 0 doubles\n")
