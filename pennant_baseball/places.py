"""Folders of the program and its data, in a checkout and in an installed package."""

import os
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
INSIDE: Final = HERE / "house"  # the folders of the repository's top, in an installed package


def house() -> Path:
    """The folder that holds config, templates and all the others."""
    return INSIDE if INSIDE.is_dir() else HERE.parent


def data_folder() -> Path:
    """Return the folder of database, secret and queue: the user's data folder, or `var` in a checkout."""
    given = os.environ.get("PENNANT_DATA")
    if given:
        return Path(given).expanduser().absolute()
    if not INSIDE.is_dir():
        return HERE.parent / "var"
    import platformdirs  # noqa: PLC0415 - a repository runs without it

    # not the name of the distribution: existing installations keep their data in this folder
    return Path(platformdirs.user_data_path("pennant", appauthor=False))


def open_house() -> None:
    """From here on this process and those it starts find the program, and keep data where they belong."""
    folder = str(house())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ["PENNANT_DATA"] = str(data_folder())
