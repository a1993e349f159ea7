"""Back up the database before Django's migrate command changes it."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor

from backups.archives import BackupError, BackupKind
from backups.backup import make_backup
from backups.compatibility import state_version
from backups.recovery import refuse_unusable_database
from core.health import missing_migrations
from tournaments.services.order_of_play import add_missing_places


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> str | None:
        if options["database"] != DEFAULT_DB_ALIAS:
            return super().handle(*args, **options)
        _refuse_unusable_database()
        if settings.BACKUPS and _has_pending_changes():
            self._back_up()
        output = super().handle(*args, **options)
        if not missing_migrations():
            state_version()
            add_missing_places()  # for rows that an older program added after the last migration
        return output

    def _back_up(self) -> None:
        try:
            backup = make_backup(BackupKind.UPGRADE)
        except BackupError as fault:
            raise CommandError(
                f"Nothing was upgraded, because the backup before the upgrade failed: {fault}"
            ) from fault
        self.stderr.write(f"The backup made before the upgrade is {backup}")


def _refuse_unusable_database() -> None:
    try:
        refuse_unusable_database()
    except BackupError as refused:
        raise CommandError(str(refused)) from refused


def _has_pending_changes() -> bool:
    """Return whether there is a database from an older version."""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    applied = executor.loader.applied_migrations
    if ("tournaments", "0001_initial") not in applied:
        return False
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
