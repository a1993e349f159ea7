"""Open the year's installations: the club's own server, and the server that the year moves to."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.installation import Site
from tests.redis_numbers import moved


@contextmanager
def open_site(folder: Path, packages: Path) -> Iterator[Site]:
    """Yield a running site with a worker, its own data directory, and the plugins in a directory."""
    with _site(folder, packages) as site:
        site.open()
        site.start_worker()
        yield site


@contextmanager
def empty_site(folder: Path, packages: Path) -> Iterator[Site]:
    """Yield a second site that has only empty tables and isn't running yet."""
    with _site(folder, packages) as site:
        if redis_url := site.environment["REDIS_URL"]:
            site.environment["REDIS_URL"] = moved(redis_url, 1)  # it must not use the first site's cache
        site.make_tables()
        yield site


@contextmanager
def _site(folder: Path, packages: Path) -> Iterator[Site]:
    folder.mkdir(parents=True)
    site = Site(folder)
    path = os.pathsep.join([str(packages), *filter(None, [os.environ.get("PYTHONPATH", "")])])
    site.environment |= {"PENNANT_BACKUPS": "false", "SIGN_IN_ATTEMPTS": "1000", "PYTHONPATH": path}
    try:
        yield site
    finally:
        site.close()
