"""Worker processes exit when their parent process exits."""

import os
import signal
import subprocess
import sys
import time

import pytest

POOL = """
import os, time
from rules_engine.baseball.processes import process_pool

if __name__ == "__main__":
    with process_pool(1, os.getpid) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        time.sleep(60)
"""


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_processes_end_when_their_parent_is_killed(tmp_path):
    script = tmp_path / "pool.py"
    script.write_text(POOL)
    environment = os.environ | {"PYTHONPATH": os.getcwd()}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment) as starter:
        assert starter.stdout is not None
        child = int(starter.stdout.readline())
        assert is_running(child)
        starter.send_signal(signal.SIGKILL)
    limit = time.monotonic() + 20
    while is_running(child) and time.monotonic() < limit:
        time.sleep(0.05)
    assert not is_running(child)
