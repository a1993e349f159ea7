"""Gives every worker of a run in parallel Redis databases of its own: they are emptied after every test.

Loaded with `-p tests.redis_numbers`, before the settings are read. A worker has three numbers: the cache and the queue
of its tests, the queue of the workers that a test starts, and what an installation that it starts uses.
"""

import os
from urllib.parse import urlsplit

EACH = 3
_THERE_ARE = 16


def moved(url: str, places: int) -> str:
    """The database so many numbers further on, on the same server."""
    address = urlsplit(url)
    number = (int(address.path.strip("/") or 0) + places) % _THERE_ARE
    return address._replace(path=f"/{number}").geturl()


def of_worker(url: str, worker: str) -> str:
    """The first of the numbers of worker gw0, gw1 ...; without workers the run's own."""
    return moved(url, EACH * int(worker.removeprefix("gw") or 0))


if os.environ.get("REDIS_URL") and os.environ.get("PYTEST_XDIST_WORKER"):
    os.environ["REDIS_URL"] = of_worker(os.environ["REDIS_URL"], os.environ["PYTEST_XDIST_WORKER"])
