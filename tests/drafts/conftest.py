"""Provide real workers on a test's database."""

import os
import subprocess
import sys

import pytest
from django.db import connection


@pytest.fixture
def start_worker(tmp_path):
    """Return a function that starts workers on the test's database. Each has its own queue directory."""
    settings_of_connection, started = connection.settings_dict, []
    url = f"sqlite:///{settings_of_connection['NAME']}"
    if connection.vendor != "sqlite":
        url = f"postgres://{settings_of_connection['USER']}:{settings_of_connection['PASSWORD']}@{settings_of_connection['HOST']}:{settings_of_connection['PORT']}/{settings_of_connection['NAME']}"

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
