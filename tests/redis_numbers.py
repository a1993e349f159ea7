"""Give every worker of a parallel run its own Redis databases, which are cleared after every test.

Loaded with `-p tests.redis_numbers`, before the settings are read. A worker has three database numbers: one for its
tests' cache and queue, one for the queue of workers started by a test, and one for an installation started by a test.
"""

import os
from urllib.parse import urlsplit

EACH = 3
_THERE_ARE = 16


def moved(url: str, places: int) -> str:
    """Return the database this many numbers higher on the same server."""
    address = urlsplit(url)
    number = (int(address.path.strip("/") or 0) + places) % _THERE_ARE
    return address._replace(path=f"/{number}").geturl()


def of_worker(url: str, worker: str) -> str:
    """Return the first database number of worker gw0, gw1 ..., or the run's own number without workers."""
    return moved(url, EACH * int(worker.removeprefix("gw") or 0))


if os.environ.get("REDIS_URL") and os.environ.get("PYTEST_XDIST_WORKER"):
    os.environ["REDIS_URL"] = of_worker(os.environ["REDIS_URL"], os.environ["PYTEST_XDIST_WORKER"])
