"""Run web processes that are killed and restarted many times a minute, forked from one with the program loaded."""

import multiprocessing
import os
import signal
import socket
import time
from multiprocessing.process import BaseProcess

from tests.machine import free_port

_ctx = multiprocessing.get_context("forkserver")
_PATIENCE = 120


def read_the_program_once() -> None:
    """Load the program, with the settings in the environment at the first start."""
    _ctx.set_forkserver_preload(["tests.drills.serving", "tests.drills.web"])


def serve(port: int) -> None:
    from tests.drills.serving import serve_on  # noqa: PLC0415 - read before, in the process that this one is split off from

    serve_on(port)


class WebProcess:
    """The whole site on its own port."""

    def __init__(self) -> None:
        self.port = free_port()
        self._process: BaseProcess | None = None

    def start(self) -> None:
        self._process = _ctx.Process(target=serve, args=(self.port,), daemon=True)
        self._process.start()
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline and self._process.is_alive():
            with socket.socket() as caller:
                if caller.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.005)
        raise RuntimeError("A web process did not answer.")

    def kill(self) -> None:
        """Kill the processes like a pulled plug, without a signal or time to write."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.pid and self._process.is_alive():
            os.kill(self._process.pid, number)
            self._process.join(_PATIENCE)
        self._process = None
