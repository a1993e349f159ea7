"""Back up the database before Django's migrate command changes it."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor

from backups.archives import BackupError, BackupKind
from backups.backup import make_backup


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> str | None:
        if settings.BACKUPS and options["database"] == DEFAULT_DB_ALIAS and _has_pending_changes():
            try:
                kept = make_backup(BackupKind.UPGRADE)
            except BackupError as fault:
                raise CommandError(f"Nothing was upgraded, for no copy could be kept before: {fault}") from fault
            self.stderr.write(f"Before the upgrade everything was kept in {kept}")
        return super().handle(*args, **options)


def _has_pending_changes() -> bool:
    """Return whether there is a database of an older version."""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    applied = executor.loader.applied_migrations
    if ("tournaments", "0001_initial") not in applied:
        return False
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
