"""Show what a backup contains and, with --yes, restore it. Without a file, list the backups."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from backups.archives import BackupError
from backups.backup import backup_folders, stored_backups
from backups.restore import describe_tournament, preview_restore, restore_backup
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
            self._preview(options["file"])
            if options["yes"]:
                restore_backup(options["file"], PROGRAM)
                self.stdout.write("Brought back. Start Pennant again if it is running: its links may have changed.")
            else:
                self.stdout.write("Nothing was changed. To bring it back, say so: --yes")
        except BackupError as fault:
            raise CommandError(str(fault)) from fault

    def _list(self) -> None:
        for folder in backup_folders():
            self.stdout.write(f"{folder}:")
            for copy in stored_backups(folder):
                held = ", ".join(tournament.name for tournament in copy.facts.tournaments) or "no tournament"
                self.stdout.write(f"  {copy.path.name}  {copy.size / 1e6:.1f} MB  {held}")

    def _preview(self, path: Path) -> None:
        seen = preview_restore(path)
        self.stdout.write(f"{path.name}: Pennant {seen.facts.version}, {seen.facts.when}, {seen.facts.kind}")
        for tournament in seen.facts.tournaments:
            self.stdout.write(f"  {describe_tournament(tournament)}")
        for name in seen.goes:
            self.stdout.write(f"  Not in it, and would go: {name}")
        if seen.acts_lost:
            self.stdout.write(f"  {seen.acts_lost} acts were done here since; they would go.")
        if seen.other_key:
            self.stdout.write("  Its links open after the next start; those of today no longer.")
        if seen.links_lost:
            self.stdout.write(
                "  Its links were made under another SECRET_KEY: give this installation that one, or make them anew."
            )
