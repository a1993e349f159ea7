"""Prepare the database, then serve pages: `python -m config.web [OPTIONS OF prepare] -- [OPTIONS OF uvicorn]`.

One process does both, so that Django is loaded once when Pennant starts.
"""

import gc
import os
import sys

from django.core.management import execute_from_command_line
from uvicorn.main import main as serve


def main(arguments: list[str]) -> None:
    """Prepare and serve. Exits with 1, after a sentence, if the database can't be prepared."""
    divider = arguments.index("--")
    execute_from_command_line(["manage.py", "prepare", *arguments[:divider]])
    gc.collect()  # what the migrations left, before the web server freezes the rest
    serve(arguments[divider + 1 :])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main(sys.argv[1:])
