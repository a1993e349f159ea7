"""Back up everything to one file, even while Pennant runs."""

import shutil
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from backups.archives import BackupError, BackupKind, read_manifest
from backups.backup import make_backup, second_folder_problem
from backups.restore import describe_tournament


class Command(BaseCommand):
    help = "Back up the whole installation to one file, and verify it."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="file to write (default: in the backup folder)")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            path = make_backup(BackupKind.ASKED)
            if options["file"]:
                path = Path(shutil.move(path, options["file"]))
        except (BackupError, OSError) as fault:
            raise CommandError(str(fault)) from fault
        self.stdout.write(f"Saved as {path} ({path.stat().st_size / 1e6:.1f} MB) and checked:")
        for tournament in read_manifest(path).tournaments:
            self.stdout.write(f"  {describe_tournament(tournament)}")
        if why := second_folder_problem():
            self.stderr.write(f"Nothing was saved in the second folder: {why}")
