"""Start a laptop's worker without Celery's command line, which would load an interactive shell (9 MB)."""

import os
import sys

from config.celery import app
from config.worker_threads import THREADS, ThreadsByQueue

# Maximum jobs in the worker. Jobs that wait for their thread must not keep the worker from fetching others.
_MAX_JOBS = 1_000


def main() -> int:
    """Run the worker until a stop signal arrives, and return the exit code."""
    os.environ["CELERY_SKIP_CHECKS"] = "true"  # Django's checks would load every page.
    worker = app.Worker(
        pool_cls=ThreadsByQueue,
        concurrency=THREADS,
        prefetch_multiplier=_MAX_JOBS // THREADS,
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
