"""One whole tournament as a file that another installation opens."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from backups.archives import BackupError
from backups.restore import describe_tournament
from backups.transfer import file_name, write_tournament
from tournaments.models import Tournament


class Command(BaseCommand):
    help = (
        "Write one whole tournament, without links and PINs, into a file. Without a name: which tournaments there are."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", nargs="?", help="as in its address: /t/THIS/")
        parser.add_argument(
            "file", nargs="?", type=Path, help="where to put it; else in this folder under its own name"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["tournament"]:
            for slug, name in Tournament.objects.order_by("pk").values_list("slug", "name"):
                self.stdout.write(f"{slug}  {name}")
            return
        tournament = Tournament.objects.filter(slug=options["tournament"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament “{options['tournament']}”; without a name all are listed.")
        path = options["file"] or Path(file_name(tournament, timezone.now()))
        try:
            facts = write_tournament(tournament, path)
        except BackupError as fault:
            raise CommandError(str(fault)) from fault
        self.stdout.write(f"Written to {path} ({path.stat().st_size / 1e6:.2f} MB), read back and sound:")
        self.stdout.write(f"  {describe_tournament(facts.tournaments[0])}")
