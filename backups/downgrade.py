"""Undo an upgrade by reversing the migrations since a release. The release then has all data that it supports."""

from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from backups.archives import BackupError, BackupKind
from backups.backup import make_backup
from backups.compatibility import RELEASED_EDITIONS, RELEASED_SCHEMAS, restate_version
from backups.refusals import DowngradeRefusal
from tournaments.models import Tournament

_DJANGO_APPS: Final = {"contenttypes", "sessions"}


def plan_downgrade(version: str) -> list[str]:
    """Return the migrations that a downgrade to this release reverses, newest first.

    Raises:
        BackupError: If the downgrade isn't possible.
    """
    if version not in RELEASED_SCHEMAS:
        versions = " or ".join(RELEASED_SCHEMAS)
        raise BackupError(DowngradeRefusal.UNKNOWN_VERSION, version=settings.VERSION, target=version, known=versions)
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(_targets(executor, version))
    if not plan or not all(is_backward for _, is_backward in plan):
        raise BackupError(DowngradeRefusal.NOT_NEWER, target=version)
    return [str(migration) for migration, _ in plan]


def tournaments_with_newer_editions(version: str) -> list[Tournament]:
    """Return the tournaments that a release can't open, because it lacks their rules edition."""
    newest = RELEASED_EDITIONS[version]
    return [
        tournament
        for tournament in Tournament.objects.order_by("pk")
        if int(tournament.profile_key.rpartition("@")[2]) > newest
    ]


def downgrade_database(version: str) -> Path:
    """Back up the database, then reverse the migrations since this release. Return the backup.

    Raises:
        BackupError: If the downgrade isn't possible.
    """
    plan_downgrade(version)
    backup = make_backup(BackupKind.ASKED)
    executor = MigrationExecutor(connection)
    executor.migrate(_targets(executor, version))
    restate_version(version)
    return backup


def _targets(executor: MigrationExecutor, version: str) -> list[tuple[str, str | None]]:
    """Return each app's last migration in a release, None for an app that the release lacks."""
    schema = RELEASED_SCHEMAS[version]
    apps = executor.loader.migrated_apps - _DJANGO_APPS
    return [(app, schema.get(app)) for app in sorted(apps)]
