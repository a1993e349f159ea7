"""The directories of the program and its data, in a checkout or an installed package."""

import os
import sys
from pathlib import Path
from typing import Final

COMMAND_NAMES: Final = ("pennant", "pennant-baseball")
_PACKAGE: Final = Path(__file__).resolve().parent
INSIDE: Final = _PACKAGE / "house"  # contains the top-level packages in an installed package


def command_name() -> str:
    """Return the command as the user typed it, so that help shows lines that can be copied."""
    typed = Path(sys.argv[0]).stem
    return typed if typed in COMMAND_NAMES else COMMAND_NAMES[0]


def program_folder() -> Path:
    """Return the directory that contains config, templates and the other top-level directories."""
    return INSIDE if INSIDE.is_dir() else _PACKAGE.parent


def data_folder() -> Path:
    """Return the directory for database, secret key and queue: the user's data directory, or `var` in a checkout."""
    folder = os.environ.get("PENNANT_DATA")
    if folder:
        return Path(folder).expanduser().absolute()
    if not INSIDE.is_dir():
        return _PACKAGE.parent / "var"
    import platformdirs  # noqa: PLC0415 - a checkout works without it

    # not the distribution's name, because existing installations have their data in this directory
    return Path(platformdirs.user_data_path("pennant", appauthor=False))


def set_up_paths() -> None:
    """Set up this process and its children to find the program and its data directory."""
    folder = str(program_folder())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["PENNANT_DATA"] = str(data_folder())
