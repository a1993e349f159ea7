"""Real workers on the database of a test."""

import os
import subprocess
import sys

import pytest
from django.db import connection


@pytest.fixture
def start_worker(tmp_path):
    """Starts workers on the test's database, each with a queue folder of its own; killed at the end."""
    held, started = connection.settings_dict, []
    url = f"sqlite:///{held['NAME']}"
    if connection.vendor != "sqlite":
        url = f"postgres://{held['USER']}:{held['PASSWORD']}@{held['HOST']}:{held['PORT']}/{held['NAME']}"

    def start(**settings):
        env = {
            **os.environ,
            **settings,
            "DATABASE_URL": url,
            "PENNANT_DATA": str(tmp_path),
            "PRINT_PACK_SILENT_SECONDS": "3",
        }
        command = [sys.executable, "-m", "celery", "-A", "config", "worker", "-P", "solo", "-l", "ERROR"]
        started.append(subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        return started[-1]

    yield start
    for worker in started:
        worker.kill()
        worker.wait()
