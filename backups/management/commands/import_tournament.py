"""Says what the file of a tournament holds and, with --yes, opens it beside those that are here."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from backups.archives import BackupError
from backups.restore import describe_tournament
from backups.transfer import import_tournament, preview_import
from tournaments.action_log.writing import PROGRAM


class Command(BaseCommand):
    help = "Say what the file of a tournament holds; with --yes it is opened beside those that are here."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="do it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            seen = preview_import(options["file"])
            self.stdout.write(f"{options['file'].name}: Pennant {seen.facts.version}, {seen.facts.when}")
            self.stdout.write(f"  {describe_tournament(seen.tournament)}")
            if not options["yes"]:
                self.stdout.write(seen.refusal or "Nothing was changed. To open it, say so: --yes")
                return
            tournament = import_tournament(options["file"], PROGRAM)
        except BackupError as fault:
            raise CommandError(str(fault)) from fault
        self.stdout.write(f"Opened at {tournament.get_absolute_url()}; invite its people under People.")
