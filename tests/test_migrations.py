"""Test that every migration since the oldest compatible version is reversible and doesn't break the older program."""

import lzma
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import models
from django.db.migrations import operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import NOT_PROVIDED

from backups.compatibility import FIRST_STATEMENT, OLDEST_VERSION, RELEASED_SCHEMAS

DATABASES = Path(__file__).parent / "older_databases"
DJANGO_APPS = ("contenttypes", "sessions")
DELETIONS = (operations.DeleteModel, operations.RenameModel, operations.AlterModelTable)
RULES = (operations.AddConstraint, operations.AlterUniqueTogether)
# "app.0001_name: the operation": why the older program still works
EXCEPTIONS: dict[str, str] = {}


def faults(state: ProjectState, app: str, operation: Any, newer_columns: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yield the operations that prevent a downgrade, or that break the older program while both versions run."""
    if isinstance(operation, operations.RunPython | operations.RunSQL) and not operation.reversible:
        yield "can't be reversed"
    if isinstance(operation, DELETIONS):
        yield "removes a table"
    if isinstance(operation, RULES):
        yield "adds a rule that the older program doesn't know"
    if isinstance(operation, operations.RemoveField) and _column(app, operation, operation.name) not in newer_columns:
        yield "removes a column that the older program uses"
    if (
        isinstance(operation, operations.RenameField)
        and _column(app, operation, operation.old_name) not in newer_columns
    ):
        yield "removes a column that the older program uses"
    if isinstance(operation, operations.AddField) and not _may_be_left_out(operation.field):
        yield "adds a column without a db_default"
    if isinstance(operation, operations.AlterField):
        before = state.models[app, operation.model_name_lower].fields[operation.name]
        yield from _restrictions(before, operation.field)


def _column(app: str, operation: Any, name: str) -> str:
    return f"{app}.{operation.model_name_lower}.{name}"


def _may_be_left_out(field: Any) -> bool:
    return field.many_to_many or field.null or field.db_default is not NOT_PROVIDED


def _restrictions(before: Any, after: Any) -> Iterator[str]:
    if before.null and not after.null:
        yield "requires a value"
    if (before.max_length or 0) > (after.max_length or before.max_length or 0):
        yield "shortens a column"
    if after.unique and not before.unique:
        yield "adds a rule that the older program doesn't know"
    if before.get_internal_type() != after.get_internal_type():
        yield "changes the type of a column"


def migrations_since(version: str) -> list[tuple[str, str]]:
    """Return the migrations that a release lacks, in execution order."""
    graph = MigrationLoader(None, ignore_no_migrations=True).graph
    released: set[tuple[str, str]] = set()
    for last in RELEASED_SCHEMAS[version].items():
        released.update(graph.forwards_plan(last))
    plan: list[tuple[str, str]] = []
    for leaf in graph.leaf_nodes():
        plan += [key for key in graph.forwards_plan(leaf) if key not in plan]
    return [key for key in plan if key not in released and key[0] not in DJANGO_APPS]


def test_every_migration_is_reversible_and_compatible_with_the_previous_version() -> None:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    newer = migrations_since(OLDEST_VERSION)
    problems: list[str] = []
    columns: set[str] = set()
    models_since: set[tuple[str, str]] = set()
    for app, name in newer:
        state = loader.project_state([(app, name)], at_end=False)
        for operation in loader.graph.nodes[app, name].operations:
            label = f"{app}.{name}: {operation.describe()}"
            if isinstance(operation, operations.CreateModel):
                models_since.add((app, operation.name_lower))
            elif (app, getattr(operation, "model_name_lower", "")) not in models_since and label not in EXCEPTIONS:
                problems += [f"{label} {fault}" for fault in faults(state, app, operation, frozenset(columns))]
            if isinstance(operation, operations.AddField):
                columns.add(_column(app, operation, operation.name))
            operation.state_forwards(app, state)
    assert len(newer) > 10
    assert not problems, "\n".join(problems)


NAME = models.CharField(max_length=20)
NAMED = ModelState("drafts", "Card", [("id", models.BigAutoField(primary_key=True)), ("name", NAME)])


@pytest.mark.parametrize(
    ("operation", "fault"),
    [
        (operations.AddField("card", "price", models.IntegerField(default=0)), "adds a column without a db_default"),
        (operations.AddField("card", "price", models.IntegerField(db_default=0)), None),
        (operations.AddField("card", "price", models.IntegerField(null=True)), None),
        (operations.RemoveField("card", "name"), "removes a column that the older program uses"),
        (operations.RenameField("card", "name", "title"), "removes a column that the older program uses"),
        (operations.DeleteModel("card"), "removes a table"),
        (operations.AlterField("card", "name", models.CharField(max_length=10)), "shortens a column"),
        (operations.AlterField("card", "name", models.TextField()), "changes the type of a column"),
        (operations.AlterField("card", "name", models.CharField(max_length=30)), None),
        (operations.RunPython(print), "can't be reversed"),
        (operations.RunPython(print, print), None),
    ],
)
def test_detects_operations_that_break_the_previous_version(operation: Operation, fault: str | None) -> None:
    state = ProjectState({("drafts", "card"): NAMED})
    assert list(faults(state, "drafts", operation)) == ([fault] if fault else [])


def test_column_unknown_to_the_previous_version_can_be_removed() -> None:
    state = ProjectState({("drafts", "card"): NAMED})
    assert not list(faults(state, "drafts", operations.RemoveField("card", "name"), frozenset(["drafts.card.name"])))


def test_each_release_database_has_the_listed_schema(tmp_path: Path) -> None:
    last = MigrationLoader(None, ignore_no_migrations=True).graph.nodes
    assert FIRST_STATEMENT in last
    for version, schema in RELEASED_SCHEMAS.items():
        name = f"{version}-tournaments-{schema['tournaments'][:4]}.sqlite3.xz"
        database = tmp_path / "kept.sqlite3"
        database.write_bytes(lzma.decompress((DATABASES / name).read_bytes()))
        with closing(sqlite3.connect(database)) as connection:
            rows = connection.execute("SELECT app, MAX(name) FROM django_migrations GROUP BY app").fetchall()
        assert {app: name for app, name in rows if app not in DJANGO_APPS} == schema
