"""Runs each benchmark in a process and on a database of its own, in a folder that is gone afterwards."""

import importlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

NAMES = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))


def main(names: list[str]) -> int:
    if unknown := set(names) - set(NAMES):
        sys.exit(f"No benchmark {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}.")
    if len(names) == 1:
        return _measured(names[0])
    # what one leaves in memory and in the database must not weigh on the next
    return max(subprocess.run([sys.executable, "-m", "bench", name], check=False).returncode for name in names or NAMES)


def _measured(name: str) -> int:
    missed = 0
    with tempfile.TemporaryDirectory(prefix="pennant-bench-") as folder:
        _use_own_database(Path(folder))
        for figure in importlib.import_module(f"bench.bench_{name}").figures():
            print(figure.line(), flush=True)
            missed += not figure.is_met
    return 1 if missed else 0


def _use_own_database(folder: Path) -> None:
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PENNANT_DATA": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
        "REDIS_URL": "",
        "PAGE_CACHE_SECONDS": "0",
    }
    import django  # noqa: PLC0415 - the environment comes first
    from django.core.management import call_command  # noqa: PLC0415

    django.setup()
    call_command("migrate", verbosity=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
