"""Play the rest of a practice weekend with invented results that follow the rules."""

import random
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Series, Tournament
from weekend.practice.rest import CHAMPION, UNTIL, PlayRestError, play_rest


class Command(BaseCommand):
    help = "Play the rest of a practice weekend: to the end of the round robin, to a tie, or to the champion."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tournament", required=True, metavar="SLUG", help="the part after /t/ in its web address")
        parser.add_argument("--until", choices=UNTIL, default=CHAMPION)
        parser.add_argument("--seed", type=int, default=1998)

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["tournament"]).first()
        if tournament is None:
            raise CommandError(f"No tournament has the address /t/{options['tournament']}/.")
        try:
            play_rest(random.Random(options["seed"]), tournament, until=options["until"], on_series=self._show)
        except PlayRestError as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"The rest of {tournament} has been played.")

    def _show(self, series: Series) -> None:
        self.stdout.write(f"  {series}")
