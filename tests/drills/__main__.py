"""`python -m tests.drills`: kills and races with real processes, on SQLite and PostgreSQL, as many as are asked for."""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import machine
from tests.browser.installation import ROOT, PostgresDatabase


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.drills", description=__doc__)
    parser.add_argument("--kills", type=int, default=20, help="of a web process while forms are sent")
    parser.add_argument("--races", type=int, default=500, help="two forms at one time, to two web processes")
    parser.add_argument("--on", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--outages", type=int, default=0, help="what a weekend stands on is gone for so many seconds")
    parser.add_argument("--deliveries", type=int, default=0, help="kills of a worker while it sends mail")
    parser.add_argument("--damaged", type=int, default=0, help="damaged backup files to read")
    parser.add_argument("--hostile", type=int, default=0, help="mutated tournament files to import")
    parser.add_argument("--drowned", type=int, default=0, help="seconds of entries before a laptop dies")
    parser.add_argument(
        "--standby", type=int, default=0, help="seconds of entries before a standby computer takes over"
    )
    parser.add_argument("--reconnects", type=int, default=0, help="the lines of open pages are cut so often")
    parser.add_argument("--upgrade", metavar="COMMIT", help="of the release from which two web processes are upgraded")
    asked = parser.parse_args()
    wrong = 0
    words = [f"--kills={asked.kills}", f"--races={asked.races}"]
    with tempfile.TemporaryDirectory(prefix="pennant-drills-") as folder:
        if asked.on != "postgresql":
            wrong |= run(words, Path(folder), f"sqlite:///{folder}/drills.sqlite3", "")
            wrong |= outages_and_cuts(asked, f"sqlite:///{folder}/outages.sqlite3", "")
        if asked.on != "sqlite":
            with machine.servers(Path(folder)) as servers, own_database(servers.database_url) as url:
                wrong |= run(words, Path(folder), url, servers.redis_url)
                wrong |= outages_and_cuts(asked, servers.database_url, servers.redis_url)
            if asked.upgrade:
                with machine.servers(Path(folder)) as servers, own_database(servers.database_url) as url:
                    environment = drill_environment(Path(folder), url, servers.redis_url)
                    command = [sys.executable, "-m", "tests.drills.rolling", asked.upgrade]
                    wrong |= subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    if not asked.kills and not asked.races:
        return wrong
    said = "not all went well: see above" if wrong else "0 acknowledged writes lost, 0 doubles"
    where = {"both": "SQLite and on PostgreSQL", "sqlite": "SQLite", "postgresql": "PostgreSQL"}[asked.on]
    sys.stdout.write(f"{asked.kills} kills and {asked.races} races, each on {where} with two web processes: {said}\n")
    return wrong


def outages_and_cuts(asked: argparse.Namespace, database_url: str, redis_url: str) -> int:
    """The tests of outages and of cut lines, for so many seconds and so often."""
    own = {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
    own |= {"PENNANT_OUTAGE_SECONDS": str(asked.outages), "PENNANT_RECONNECTS": str(asked.reconnects)}
    own["PENNANT_DELIVERY_KILLS"] = str(asked.deliveries)
    files = ["tests/weekend/test_reconnects.py"] if asked.reconnects else []
    own["PENNANT_DROWNED_SECONDS"] = str(asked.drowned)
    own["PENNANT_STANDBY_SECONDS"] = str(asked.standby)
    if asked.standby:
        files.append("tests/browser/test_standby.py")
    if asked.drowned:
        files.append("tests/backups/test_drowned_laptop.py")
    own["PENNANT_DAMAGED_FILES"] = str(asked.damaged)
    if asked.damaged:
        files.append("tests/backups/test_damaged_backups.py")
    own["PENNANT_HOSTILE_FILES"] = str(asked.hostile)
    if asked.hostile:
        files.append("tests/backups/test_mutated_files.py")
    if asked.deliveries:
        files.append("tests/drafts/test_delivery_kills.py")
    if asked.outages:
        files += ["tests/weekend/test_outages.py", *(["tests/weekend/test_hosted_drills.py"] if redis_url else [])]
    if not files:
        return 0
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "-rsP"]
    return subprocess.run([*command, *files], cwd=ROOT, env={**os.environ, **own}, check=False).returncode


@contextmanager
def own_database(server_url: str) -> Iterator[str]:
    database = PostgresDatabase.on_server(server_url)
    database.create()
    try:
        yield database.url
    finally:
        database.drop()


def run(words: list[str], folder: Path, database_url: str, redis_url: str) -> int:
    """Kills and races on this database."""
    if words == ["--kills=0", "--races=0"]:
        return 0
    command = [sys.executable, "-m", "tests.drills.one_database", *words]
    environment = drill_environment(folder, database_url, redis_url)
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def drill_environment(folder: Path, database_url: str, redis_url: str) -> dict[str, str]:
    return {
        **os.environ,
        "PENNANT_DATA": str(folder),
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "PENNANT_BACKUPS": "false",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SIGN_IN_ATTEMPTS": "1000",
    }


if __name__ == "__main__":
    sys.exit(main())
