"""Record which versions of Pennant can use a database, in a single row of that database.

Columns unknown to an older version have database defaults. Columns that an older version still uses are removed one
version later. So processes of both versions can run side by side, and an upgrade can be undone.
"""

import sqlite3
from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from backups.models import DatabaseVersion
from core.health import newer_migrations

OLDEST_VERSION: Final = "0.2.0"  # the oldest version that can use this version's schema
FIRST_STATEMENT: Final = ("backups", "0001_database_version")
_BEFORE_STATEMENTS: Final = "0.2.0"  # this version and earlier ones record nothing

# each app's last migration in every release since OLDEST_VERSION; add a release when it is tagged
RELEASED_SCHEMAS: Final[Mapping[str, Mapping[str, str]]] = {
    "0.2.0": {
        "drafts": "0008_the_programs_own_teams_in_the_background",
        "games": "0013_declared_rotations",
        "pitching": "0005_games_signed_beside_a_suspended_one",
        "tournaments": "0028_crests",
        "weekend": "0005_stage_of_a_print_pack",
    },
}

# the newest version of the rules editions in each of these releases, such as 1 for purestrat@1
RELEASED_EDITIONS: Final[Mapping[str, int]] = {"0.2.0": 1}


def version_parts(version: str) -> list[int]:
    """Return a version's numbers, such as [0, 2, 0]. Raise ValueError for any other text."""
    return [int(part) for part in version.split(".")[:3]]


def state_version() -> None:
    """Record that this version wrote the database, and which older versions can use it."""
    stated = _statement()
    oldest = max(stated.oldest_version if stated else OLDEST_VERSION, OLDEST_VERSION, key=version_parts)
    _write_statement(settings.VERSION, oldest)


def restate_version(version: str) -> None:
    """Record an earlier version after a downgrade, if its schema has the table for it."""
    if FIRST_STATEMENT in MigrationRecorder(connection).applied_migrations():
        _write_statement(version, version)


def _write_statement(version: str, oldest: str) -> None:
    DatabaseVersion.objects.update_or_create(pk=1, defaults={"written_by": version, "oldest_version": oldest})


def required_version() -> str:
    """Return the database's requirement if this version is too old for it, otherwise an empty string."""
    newer = newer_migrations()
    if not newer:
        return ""
    stated = _statement()
    if stated is None:
        return f"a version with {newer[0]}"
    is_enough = version_parts(settings.VERSION) >= version_parts(stated.oldest_version)
    return "" if is_enough else f"{stated.oldest_version} or later"


def _statement() -> DatabaseVersion | None:
    if FIRST_STATEMENT not in MigrationRecorder(connection).applied_migrations():
        return None
    return DatabaseVersion.objects.first()


def version_of_copy(copy: sqlite3.Connection) -> str:
    """Return the version that last wrote a copied database."""
    table = DatabaseVersion._meta.db_table
    has_table = copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [table]).fetchone()
    row = copy.execute(f"SELECT written_by FROM {table}").fetchone() if has_table else None
    return row[0] if row else _BEFORE_STATEMENTS
