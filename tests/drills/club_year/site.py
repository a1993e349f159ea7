"""The installations of the year: the club's own server, and the one to which the year moves."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.installation import Site
from tests.redis_numbers import moved


@contextmanager
def open_site(folder: Path, *, packages: Path | None = None, is_second: bool = False) -> Iterator[Site]:
    """Yield a running site with a worker and a data folder of its own.

    Args:
        packages: A folder with plugins that are installed there.
    """
    folder.mkdir(parents=True)
    site = Site(folder)
    site.environment |= {"PENNANT_BACKUPS": "false", "SIGN_IN_ATTEMPTS": "1000"}
    if is_second and site.environment["REDIS_URL"]:
        # it must not read the first server's cache
        site.environment["REDIS_URL"] = moved(site.environment["REDIS_URL"], 1)
    if packages is not None:
        site.environment["PYTHONPATH"] = os.pathsep.join(
            [str(packages), *filter(None, [site.environment.get("PYTHONPATH", "")])]
        )
    try:
        site.open()
        site.start_worker()
        yield site
    finally:
        site.close()
