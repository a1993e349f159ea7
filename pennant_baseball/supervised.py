"""Run a module in a process that exits with the launcher: `python -m pennant_baseball.supervised uvicorn ...`.

Standard input is a pipe from the launcher. It closes when the launcher is killed or its window is closed.
"""

import os
import runpy
import signal
import sys
import threading
import time

_SECONDS_TO_STOP = 3.0


def main() -> None:
    threading.Thread(target=_end_with_launcher, name="launcher", daemon=True).start()
    module, *arguments = sys.argv[1:]
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _end_with_launcher() -> None:
    while os.read(0, 1024):
        pass  # the launcher never writes to the pipe, so the read returns only when it exits
    if os.name == "posix":
        os.kill(os.getpid(), signal.SIGTERM)
    else:
        signal.raise_signal(signal.SIGTERM)  # on Windows, os.kill would terminate the process immediately
    time.sleep(_SECONDS_TO_STOP)
    _kill()


def _kill() -> None:
    """Kill this process and its child processes."""
    if hasattr(os, "killpg") and os.getpgid(0) == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)


if __name__ == "__main__":
    main()
