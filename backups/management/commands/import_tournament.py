"""Show a tournament file's content and, with --yes, import it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from backups.archives import BackupError
from backups.restore import describe_tournament
from backups.transfer import import_tournament, preview_import
from tournaments.action_log.writing import PROGRAM


class Command(BaseCommand):
    help = "Show what a tournament file contains. With --yes, import it alongside the other tournaments."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="import the tournament")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            seen = preview_import(options["file"])
            self.stdout.write(f"{options['file'].name}: Pennant {seen.facts.version}, {seen.facts.when}")
            self.stdout.write(f"  {describe_tournament(seen.tournament)}")
            if not options["yes"]:
                # a ruling that rejects the import is falsy, so compare it with None
                is_importable = seen.refusal is None
                self.stdout.write(
                    "Nothing was changed. Add --yes to import it." if is_importable else str(seen.refusal)
                )
                return
            tournament = import_tournament(options["file"], PROGRAM)
        except BackupError as fault:
            raise CommandError(str(fault)) from fault
        self.stdout.write(f"Opened at {tournament.get_absolute_url()}. Invite its people under People.")
