"""Run benchmarks, each in its own process with its own database, in a folder that is deleted afterwards.

python -m bench                            all of them
python -m bench live standings             only these
python -m bench live --against REVISION    these, alternating with an earlier revision
"""

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.comparison import compare
from bench.pace import machine_pace

NAMES = sorted(path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py"))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Print a JSON object per figure.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    parser.add_argument("--against", metavar="REVISION", help="measure this revision in turn, and print both")
    options = parser.parse_args()
    if unknown := set(options.names) - set(NAMES):
        parser.error(f"no benchmark {', '.join(sorted(unknown))}; choose from {', '.join(NAMES)}")
    names = options.names or NAMES
    if options.against:
        return compare(names, options.against)
    if len(names) == 1:
        return _measure(names[0])
    # separate processes, so that one benchmark's memory and data don't affect the next
    return max(subprocess.run([sys.executable, "-m", "bench", name], check=False).returncode for name in names)


def _measure(name: str) -> int:
    """Print a benchmark's figures. Return 1 if one misses its goal, otherwise 0."""
    missed = 0
    _print_pace(name)
    with tempfile.TemporaryDirectory(prefix="pennant-bench-") as folder:
        _use_own_database(Path(folder))
        for figure in importlib.import_module(f"bench.bench_{name}").figures():
            print(figure.line(), flush=True)
            missed += not figure.is_met
    _print_pace(name)
    return 1 if missed else 0


def _print_pace(name: str) -> None:
    """Print the pace before and after a benchmark. If it changed, something else was using the machine."""
    print(json.dumps({"bench": name, "machine_pace": round(machine_pace(), 2)}), flush=True)


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
    sys.exit(main())
