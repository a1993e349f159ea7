"""Verify the data of every tournament. The exit code is 0 if everything matches, otherwise 1."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Tournament
from weekend.queries.verification import CHECKS, DataFault, verify_database, verify_tournament


class Command(BaseCommand):
    help = (
        "Recompute tallies and seals, replay the picks, and compare the rows with the activity log. "
        "Changes nothing. Exit code 0: everything matches, 1: something doesn't."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="TOURNAMENT", help="verify only these, by web address")

    def handle(self, *args: Any, **options: Any) -> None:
        tournaments = _tournaments(options["slugs"])
        count = self._report("The database", verify_database(), "file and references")
        for tournament in tournaments:
            count += self._report(str(tournament), verify_tournament(tournament), ", ".join(CHECKS))
        if count:
            self.stdout.write("Restore a backup from before the damage, or send this list with your report.")
            sys.exit(1)

    def _report(self, name: str, differences: list[DataFault], checks: str) -> int:
        if not differences:
            self.stdout.write(f"ok     {name}: {checks}")
        for difference in differences:
            self.stdout.write(f"fault  {name}, {difference.check}: {difference.sentence}")
        return len(differences)


def _tournaments(slugs: list[str]) -> list[Tournament]:
    if not slugs:
        return list(Tournament.objects.order_by("pk"))
    by_slug = {tournament.slug: tournament for tournament in Tournament.objects.filter(slug__in=slugs)}
    for slug in slugs:
        if slug not in by_slug:
            raise CommandError(
                f"Tournament {slug} not found. To verify all tournaments, run the command without a name."
            )
    return [by_slug[slug] for slug in slugs]
