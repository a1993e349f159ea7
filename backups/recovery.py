"""Offer the newest usable backup when the database can't be used."""

from django.conf import settings
from django.db import connection

from backups.archives import BackupError, StoredBackup, key_fingerprint, refuse_newer
from backups.backup import backup_folders, stored_backups
from backups.compatibility import required_version
from backups.database_file import database_damage, database_path
from backups.foreign_archives import verify_foreign_archive
from backups.refusals import RestoreRefusal


def refuse_unusable_database() -> None:
    """Raise BackupError with the newest usable backup if the database is unusable.

    It is unusable if it is damaged, too new, or empty although there are backups.
    """
    _refuse_damage()
    required = required_version()
    if not required:
        return
    backup = newest_good_backup()
    if backup is None:
        raise BackupError(RestoreRefusal.TOO_OLD, required=required, version=settings.VERSION)
    refusal = RestoreRefusal.TOO_OLD_HOSTED if connection.vendor == "postgresql" else RestoreRefusal.TOO_OLD_WITH_BACKUP
    raise BackupError(refusal, required=required, version=settings.VERSION, command=_restore_command(backup))


def _refuse_damage() -> None:
    damage = database_damage()
    if not damage:
        return
    database = str(database_path())
    backup = newest_good_backup()
    if backup and damage == "empty":
        raise BackupError(RestoreRefusal.EMPTY_WITH_BACKUP, database=database, command=_restore_command(backup))
    if backup:
        command = _restore_command(backup)
        raise BackupError(RestoreRefusal.DAMAGED_WITH_BACKUP, database=database, damage=damage, command=command)
    if damage != "empty":  # an empty file without backups is a first start
        raise BackupError(RestoreRefusal.DAMAGED, database=database)


def _restore_command(backup: StoredBackup) -> str:
    return f'pennant restore "{backup.path}" --yes'


def newest_good_backup() -> StoredBackup | None:
    """Return the newest backup in either folder that can be read and restored."""
    backups = [backup for folder in backup_folders() for backup in stored_backups(folder)]
    for backup in _newest_first(backups):
        try:
            refuse_newer(backup.path, backup.facts)
            verify_foreign_archive(backup.path)
        except BackupError:
            continue
        return backup
    return None


def _newest_first(backups: list[StoredBackup]) -> list[StoredBackup]:
    """Sort this installation's backups first. Backups from different databases can be ordered only by wall clock."""
    own_key = key_fingerprint(settings.SECRET_KEY)
    newest_of_database: dict[str, str] = {}
    for backup in backups:
        facts = backup.facts
        newest_of_database[facts.database] = max(newest_of_database.get(facts.database, ""), facts.made_at)

    def order(backup: StoredBackup) -> tuple[bool, str, tuple[int, str]]:
        facts = backup.facts
        return facts.made_under == own_key, newest_of_database[facts.database], facts.age_key

    return sorted(backups, key=order, reverse=True)
