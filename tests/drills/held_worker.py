"""Run a laptop's worker whose odds and imports last until a file appears. The argument is the file's path."""

import sys
import time
from pathlib import Path

from config import worker
from config.celery import app

LONG_TASKS = ("weekend.work_out_odds", "weekend.open_arriving_file")


def main() -> int:
    end = Path(sys.argv[1])

    def hold(number: int) -> None:
        end.with_name(f"{end.name}-{number}").touch()
        while not end.exists():
            time.sleep(0.05)

    app.loader.import_default_modules()
    for name in LONG_TASKS:
        app.tasks[name].run = hold
    return worker.main()


if __name__ == "__main__":
    sys.exit(main())
