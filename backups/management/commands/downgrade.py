"""Prepare the database for an earlier version of Pennant."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from backups.archives import BackupError
from backups.downgrade import downgrade_database, plan_downgrade, tournaments_with_newer_editions


class Command(BaseCommand):
    help = "Show what a downgrade changes. With --yes, prepare the database for an earlier version."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("release", help="the version to go back to, such as 0.2.0")
        parser.add_argument("--yes", action="store_true", help="change the database")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._downgrade(options["release"], is_confirmed=options["yes"])
        except BackupError as refused:
            raise CommandError(str(refused)) from refused

    def _downgrade(self, release: str, *, is_confirmed: bool) -> None:
        for migration in plan_downgrade(release):
            self.stdout.write(f"  {migration} will be reversed")
        for tournament in tournaments_with_newer_editions(release):
            self.stdout.write(f"  {release} can't open {tournament}: it doesn't have {tournament.profile_key}")
        if not is_confirmed:
            self.stdout.write("Nothing else changes. Stop Pennant, then add --yes.")
            return
        backup = downgrade_database(release)
        self.stdout.write(f"The backup made before the downgrade is {backup}.")
        self.stdout.write(f"Now install Pennant {release} and start it.")
