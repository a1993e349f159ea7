"""Start the worker of a laptop without Celery's command line, which would load an interactive shell (9 MB)."""

import sys

from config.celery import app

CONCURRENT_TASKS = 2


def main() -> int:
    """Work until a stop signal arrives, and return the exit code."""
    worker = app.Worker(
        pool_cls="threads",
        concurrency=CONCURRENT_TASKS,
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
