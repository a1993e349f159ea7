"""Back up the database before Django's migrate command changes it."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor

from backups.archives import BackupError, BackupKind
from backups.backup import make_backup
from backups.recovery import refuse_unusable_database


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> str | None:
        if settings.BACKUPS and options["database"] == DEFAULT_DB_ALIAS:
            self._protect_data()
        return super().handle(*args, **options)

    def _protect_data(self) -> None:
        """Refuse a damaged or newer database, and back up one that is about to change."""
        try:
            refuse_unusable_database()
        except BackupError as refused:
            raise CommandError(str(refused)) from refused
        if not _has_pending_changes():
            return
        try:
            kept = make_backup(BackupKind.UPGRADE)
        except BackupError as fault:
            raise CommandError(
                f"Nothing was upgraded, because the backup before the upgrade failed: {fault}"
            ) from fault
        self.stderr.write(f"The backup before the upgrade is {kept}")


def _has_pending_changes() -> bool:
    """Return whether there is a database of an older version."""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    applied = executor.loader.applied_migrations
    if ("tournaments", "0001_initial") not in applied:
        return False
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
