"""Prepare the database, then serve pages: `python -m config.web [OPTIONS OF prepare] -- [OPTIONS OF uvicorn]`.

One process does both, so that Pennant loads Django only once at startup.
"""

import gc
import os
import sys

from django.core.management import execute_from_command_line
from uvicorn.main import main as serve


def main(arguments: list[str]) -> None:
    """Prepare the database and serve pages. Exit with 1 and an error message if the database can't be prepared."""
    divider = arguments.index("--")
    execute_from_command_line(["manage.py", "prepare", *arguments[:divider]])
    gc.collect()  # Collect garbage from the migrations before the web server freezes the remaining objects.
    serve(arguments[divider + 1 :])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main(sys.argv[1:])
