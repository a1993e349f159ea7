"""Run drills with `python -m tests.drills`, which check with real processes that nothing is lost."""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.drills import (
    api_run,
    club_year_run,
    fault_run,
    herd,
    kills_and_races,
    loss_run,
    pair_run,
    scaled_tests,
    soak,
    table_run,
    upgrade_run,
)
from tests.drills.databases import open_databases

_DRILLS = (
    kills_and_races.run,
    scaled_tests.run,
    upgrade_run.run,
    fault_run.run,
    pair_run.run,
    loss_run.run,
    herd.run,
    api_run.run,
    table_run.run,
    club_year_run.run,
    soak.run,
)


def main() -> int:
    arguments = _parser().parse_args()
    if not any(value for name, value in vars(arguments).items() if name != "on"):
        arguments.kills, arguments.races = 20, 500
    failures = 0
    with (
        tempfile.TemporaryDirectory(prefix="pennant-drills-") as folder,
        open_databases(Path(folder), arguments.on) as databases,
    ):
        for database in databases:
            failures += sum(run(arguments, database) for run in _DRILLS)
    if arguments.kills or arguments.races:
        _report_kills(arguments, failures)
    return int(failures > 0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.drills",
        description=f"{__doc__} Without an option: --kills 20 --races 500.",
    )
    add = parser.add_argument
    add("--on", choices=("sqlite", "postgresql", "both"), default="both", help="databases to use (default: both)")
    counted = {
        "kills": "kill a web process N times while forms are sent",
        "races": "send two forms at the same time, N times, to two web processes",
        "outages": "take away database, disk or Redis for N seconds",
        "deliveries": "kill a worker N times while it sends mail",
        "damaged": "read N damaged backup files",
        "hostile": "import N tournament files with random changes",
        "drowned": "enter results for N seconds before a laptop dies",
        "standby": "enter results for N seconds before a standby computer takes over",
        "reconnects": "cut the connections of open pages N times",
        "pairs": "perform N pairs of different actions at the same time on PostgreSQL; 10000 are all of them",
        "lossy-disk": "lose power N times while SQLite writes",
        "api": "send N random requests to the API, and verify the data",
        "tables": "play N random sequences at play tables, with each seat on its own web process, and check their dice",
        "herd": "kill the web process under N open pages, which must all be back within 10 s",
    }
    for name, text in counted.items():
        add(f"--{name}", type=int, default=0, metavar="N", help=text)
    add("--upgrade", metavar="COMMIT", help="upgrade two web processes from the release of this commit")
    add("--soak", type=float, default=0, metavar="HOURS", help="run a busy weekend for so many hours")
    add("--club-year", action="store_true", help="play a club's year, count its points by hand, and move it")
    add("--faults", action="store_true", help="fail at every statement of every action, and kill the process there")
    return parser


def _report_kills(arguments: argparse.Namespace, failures: int) -> None:
    result = "not all went well: see above" if failures else "0 acknowledged writes lost, 0 doubles"
    names = {"both": "SQLite and on PostgreSQL", "sqlite": "SQLite", "postgresql": "PostgreSQL"}
    numbers = f"{arguments.kills} kills and {arguments.races} races"
    sys.stdout.write(f"{numbers}, each on {names[arguments.on]} with two web processes: {result}\n")


if __name__ == "__main__":
    sys.exit(main())
