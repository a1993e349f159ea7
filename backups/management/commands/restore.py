"""Show a backup's content and, with --yes, restore it. Without a file, list the backups."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from backups.archives import BackupError, BackupManifest
from backups.backup import backup_folders, stored_backups
from backups.database_file import database_damage, database_set_aside
from backups.refusals import RestoreRefusal
from backups.restore import check_restorable, describe_tournament, preview_restore, restore_backup
from core.health import missing_migrations, newer_migrations
from tournaments.action_log.writing import PROGRAM


class Command(BaseCommand):
    help = "Show what a backup contains. With --yes, replace all data with it. Without a file, list the backups."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path)
        parser.add_argument("--yes", action="store_true", help="replace all data with the backup")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["file"]:
            self._list()
            return
        try:
            if database_damage() or newer_migrations():
                self._replace_database(options["file"], is_confirmed=options["yes"])
            else:
                _migrate_if_needed()
                self._preview(options["file"])
                self._restore(options["file"], is_confirmed=options["yes"])
        except BackupError as fault:
            raise CommandError(str(fault)) from fault

    def _replace_database(self, path: Path, *, is_confirmed: bool) -> None:
        """Restore a backup to replace a damaged or newer database. The old database is renamed."""
        facts = check_restorable(path)
        self._describe(path, facts)
        if not is_confirmed:
            self._restore(path, is_confirmed=False)
            return
        if connection.vendor != "sqlite":
            raise BackupError(RestoreRefusal.NEEDS_NEW_DATABASE)
        with database_set_aside() as aside:
            _migrate_if_needed()
            self._restore(path, is_confirmed=True)
        self.stdout.write(f"The previous database is kept as {aside}.")

    def _restore(self, path: Path, *, is_confirmed: bool) -> None:
        if not is_confirmed:
            self.stdout.write("Nothing was changed. Add --yes to restore it.")
            return
        restore_backup(path, PROGRAM)
        self.stdout.write("Restored. If Pennant is running, restart it, because the links may have changed.")

    def _list(self) -> None:
        for folder in backup_folders():
            self.stdout.write(f"{folder}:")
            for copy in stored_backups(folder):
                contents = ", ".join(tournament.name for tournament in copy.facts.tournaments) or "no tournament"
                self.stdout.write(f"  {copy.path.name}  {copy.size / 1e6:.1f} MB  {contents}")

    def _describe(self, path: Path, facts: BackupManifest) -> None:
        self.stdout.write(f"{path.name}: Pennant {facts.version}, {facts.when}, {facts.kind_label}")
        for tournament in facts.tournaments:
            self.stdout.write(f"  {describe_tournament(tournament)}")

    def _preview(self, path: Path) -> None:
        seen = preview_restore(path)
        self._describe(path, seen.facts)
        for name in seen.goes:
            self.stdout.write(f"  Not in the backup, so it would be deleted: {name}")
        if seen.actions_lost:
            self.stdout.write(f"  Newer actions that would be lost: {seen.actions_lost}")
        if seen.other_key:
            self.stdout.write("  After the next start, the links in the backup work and the current links don't.")
        if seen.links_lost:
            self.stdout.write("  Its links use a different SECRET_KEY. Use that key here, or make new links.")


def _migrate_if_needed() -> None:
    if missing_migrations():
        call_command("migrate", verbosity=0)
