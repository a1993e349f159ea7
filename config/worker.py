"""The worker of one machine, started past Celery's command line, which brings a shell of its own into memory (9 MB)."""

import sys

from config.celery import app

AT_ONCE = 2  # pieces of work


def main() -> int:
    """Works until it is told to end."""
    worker = app.Worker(
        pool_cls="threads",
        concurrency=AT_ONCE,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        loglevel="warning",
        quiet=True,
    )
    worker.start()
    return worker.exitcode or 0


if __name__ == "__main__":
    sys.exit(main())
