"""Upgrade a release's database, downgrade it and upgrade it again, comparing the rows after each step.

`python -m tests.backups.upgrade_and_back 0.2.0 FILE` uses the empty database at DATABASE_URL and prints the result.
"""

import json
import shutil
import sys
from pathlib import Path
from typing import Any, NamedTuple

import django

# permanently corrected by drafts.0009_two_way_players
CORRECTED = {"drafts_playercard": {"is_pitcher", "is_starter", "is_reliever"}}
NOT_DATA = {"django_migrations", "django_content_type", "sqlite_sequence", "django_session"}


class Table(NamedTuple):
    columns: list[str]
    rows: list[list[str]]

    def column(self, name: str) -> list[str]:
        place = self.columns.index(name)
        return [row[place] for row in self.rows]


def main(release: str, source: Path) -> dict[str, Any]:
    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - the apps are loaded now

    _fill(release, source)
    released = read_tables()
    call_command("migrate", verbosity=0)
    upgraded = read_tables()
    call_command("downgrade", release, "--yes")
    returned = read_tables()
    call_command("migrate", verbosity=0)
    return {
        "tables": len(released),
        "rows": sum(len(table.rows) for table in released.values()),
        "new_columns": sum(len(upgraded[name].columns) - len(table.columns) for name, table in released.items()),
        "upgrade": differences(released, upgraded),
        "downgrade": differences(released, returned) + schema_differences(released, returned),
        "upgrade_again": differences(upgraded, read_tables()),
    }


def _fill(release: str, source: Path) -> None:
    """Load the release's schema and rows into the database."""
    from django.db import connection  # noqa: PLC0415
    from django.db.migrations.executor import MigrationExecutor  # noqa: PLC0415

    from backups.compatibility import RELEASED_SCHEMAS  # noqa: PLC0415
    from backups.table_rows import copy_rows, models_at, sqlite_file  # noqa: PLC0415

    if connection.vendor == "sqlite":
        connection.close()
        shutil.copyfile(source, connection.settings_dict["NAME"])
        return
    state = list(RELEASED_SCHEMAS[release].items())
    MigrationExecutor(connection).migrate(state)
    with sqlite_file(source) as alias:
        copy_rows(models_at(connection, state), alias, "default")


def read_tables() -> dict[str, Table]:
    """Return every table with its rows in ID order."""
    from django.db import connection  # noqa: PLC0415

    tables = {}
    with connection.cursor() as cursor:
        for name in sorted(set(connection.introspection.table_names(cursor)) - NOT_DATA):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)} ORDER BY id")
            columns = [column[0] for column in cursor.description]
            tables[name] = Table(columns, [[str(value) for value in row] for row in cursor.fetchall()])
    return tables


def differences(before: dict[str, Table], after: dict[str, Table]) -> list[str]:
    """Return the columns with changed or missing values."""
    changed = []
    for name, table in before.items():
        for column in table.columns:
            is_corrected = column in CORRECTED.get(name, ())
            if not is_corrected and table.column(column) != _values(after, name, column):
                changed.append(f"{name}.{column}")
    return changed


def _values(tables: dict[str, Table], name: str, column: str) -> list[str] | None:
    is_there = name in tables and column in tables[name].columns
    return tables[name].column(column) if is_there else None


def schema_differences(before: dict[str, Table], after: dict[str, Table]) -> list[str]:
    """Return the columns that only one of the two states has."""
    return sorted(_column_names(before) ^ _column_names(after))


def _column_names(tables: dict[str, Table]) -> set[str]:
    return {f"{name}.{column}" for name, table in tables.items() for column in table.columns}


if __name__ == "__main__":
    sys.stdout.write(f"\n{json.dumps(main(sys.argv[1], Path(sys.argv[2])))}\n")
