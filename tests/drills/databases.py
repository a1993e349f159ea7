"""Provide a drill's databases: SQLite in its directory, and PostgreSQL with Redis on this machine's servers."""

import os
import shutil
import subprocess
import sys
import uuid
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import machine
from tests.browser.installation import ROOT, PostgresDatabase, migrated_file, migrated_on


@dataclass(frozen=True)
class DrillDatabase:
    """A kind of database with the drill's directory. Each drill creates its own databases."""

    name: str
    folder: Path
    server_url: str = ""
    redis_url: str = ""

    @property
    def is_postgresql(self) -> bool:
        return bool(self.server_url)

    @contextmanager
    def fresh(self, *, is_migrated: bool = True) -> Iterator[Mapping[str, str]]:
        """Create a database, and yield the environment for a process that uses it."""
        if self.is_postgresql:
            database = PostgresDatabase.on_server(self.server_url)
            database.create(migrated_on(database.server) if is_migrated else "template1")
            try:
                yield self.environment(database.url)
            finally:
                database.drop()
        else:
            file = self.folder / f"{uuid.uuid4().hex}.sqlite3"
            if is_migrated:
                shutil.copyfile(migrated_file(), file)
            yield self.environment(f"sqlite:///{file}")

    def environment(self, url: str) -> Mapping[str, str]:
        return {
            **os.environ,
            "PENNANT_DATA": str(self.folder),
            "DATABASE_URL": url,
            "REDIS_URL": self.redis_url,
            "PENNANT_BACKUPS": "false",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SIGN_IN_ATTEMPTS": "1000",
        }


@contextmanager
def open_databases(folder: Path, chosen: str) -> Iterator[list[DrillDatabase]]:
    """Yield the databases in `--on`."""
    databases = []
    with ExitStack() as stack:
        if chosen != "postgresql":
            databases.append(DrillDatabase("SQLite", folder))
        if chosen != "sqlite":
            servers = stack.enter_context(machine.servers(folder))
            databases.append(DrillDatabase("PostgreSQL", folder, servers.database_url, servers.redis_url))
        yield databases


def run_module(name: str, *words: str, environment: Mapping[str, str]) -> int:
    """Run a drill module in its own process. Return 1 if it failed."""
    command = [sys.executable, "-m", f"tests.drills.{name}", *words]
    return int(subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode != 0)
