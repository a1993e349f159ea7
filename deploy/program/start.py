"""Entry point of the double-click program. PyInstaller bundles it with Python and the libraries.

The program starts itself again for the web server, the worker and other processes, in the way that `python -m MODULE`
does elsewhere.
"""

import importlib
import multiprocessing
import runpy
import sys
from pathlib import Path

# next to the bundled libraries; as source files, because pages and migrations are found in directories
SOURCE = Path(__file__).resolve().parent / "source"


def main() -> None:
    multiprocessing.freeze_support()
    sys.path.insert(0, str(SOURCE))
    importlib.import_module("pennant_baseball.places").set_up_paths()
    _, *arguments = sys.argv
    if arguments[:1] == ["-m"]:
        _, module, *sys.argv[1:] = arguments
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    elif arguments and arguments[0].endswith("manage.py"):
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")
    elif arguments:
        _command(arguments)
    else:
        _start_for_a_person()


def _command(arguments: list[str]) -> None:
    importlib.import_module("pennant_baseball.command").main(arguments)


def _start_for_a_person() -> None:
    """Run and open the browser. After an error, the window stays open so that the user can read it."""
    try:
        _command(["run", "--open-browser"])
    except SystemExit as end:
        if end.code in (0, None):
            raise
        sys.stderr.write(f"{end.code}\n\nPress Enter to close this window. ")
        sys.stderr.flush()
        sys.stdin.readline()
        sys.exit(1)


if __name__ == "__main__":
    main()
