"""Django's own, which first keeps a copy of what an upgrade would change."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor

from backups.archives import NotKept
from backups.backup import CopyKind, make_copy


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> str | None:
        if settings.BACKUPS and options["database"] == DEFAULT_DB_ALIAS and _would_change_something():
            try:
                kept = make_copy(CopyKind.UPGRADE)
            except NotKept as fault:
                raise CommandError(f"Nothing was upgraded, for no copy could be kept before: {fault}") from fault
            self.stderr.write(f"Before the upgrade everything was kept in {kept}")
        return super().handle(*args, **options)


def _would_change_something() -> bool:
    """There is a database with somebody's weekends in it, and it is older than this program."""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    applied = executor.loader.applied_migrations
    if ("tournaments", "0001_initial") not in applied:
        return False
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
