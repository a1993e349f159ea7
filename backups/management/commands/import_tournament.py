"""Says what the file of a tournament holds and, with --yes, opens it beside those that are here."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from backups.archives import NotKept
from backups.restore import in_words
from backups.transfer import look_into, open_tournament
from tournaments.action_log.writing import PROGRAM


class Command(BaseCommand):
    help = "Say what the file of a tournament holds; with --yes it is opened beside those that are here."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="do it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            seen = look_into(options["file"])
            self.stdout.write(f"{options['file'].name}: Pennant {seen.facts.version}, {seen.facts.when}")
            self.stdout.write(f"  {in_words(seen.tournament)}")
            if not options["yes"]:
                self.stdout.write(seen.refusal or "Nothing was changed. To open it, say so: --yes")
                return
            tournament = open_tournament(options["file"], PROGRAM)
        except NotKept as fault:
            raise CommandError(str(fault)) from fault
        self.stdout.write(f"Opened at {tournament.get_absolute_url()}; invite its people under People.")
