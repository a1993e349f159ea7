"""Export a tournament to a file for another installation."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from backups.archives import BackupError
from backups.restore import describe_tournament
from backups.transfer import file_name, write_tournament
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Export a tournament, without links and PINs, to a file. Without a name, list the tournaments."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", nargs="?", help="its slug, as in /t/SLUG/")
        parser.add_argument(
            "file", nargs="?", type=Path, help="file to write (default: named after the tournament, in this folder)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["tournament"]:
            for slug, name in Tournament.objects.order_by("pk").values_list("slug", "name"):
                self.stdout.write(f"{slug}  {name}")
            return
        tournament = Tournament.objects.filter(slug=options["tournament"]).first()
        if tournament is None:
            raise CommandError(f"Tournament “{options['tournament']}” not found. Leave out the name to list them all.")
        path = options["file"] or Path(file_name(tournament, timezone.now()))
        try:
            facts = write_tournament(tournament, path)
        except BackupError as fault:
            raise CommandError(str(fault)) from fault
        self.stdout.write(f"Saved as {path} ({path.stat().st_size / 1e6:.2f} MB) and checked:")
        self.stdout.write(f"  {describe_tournament(facts.tournaments[0])}")
