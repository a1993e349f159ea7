"""Makes Strat-O-Matic cards of a real season and says how near they come to it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from weekend.real_cards import SeasonError, make_season, save_cards


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Make cards of a real season, write them to a file, and report their totals against the real ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("year", type=int)
        parser.add_argument("--out", type=Path, help="the file to write; cards-YEAR.json when not given")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            season, report = make_season(options["year"])
        except SeasonError as fault:
            raise CommandError(str(fault)) from None
        path = options["out"] or Path(f"cards-{options['year']}.json")
        save_cards(season, path)
        self.stdout.write(f"{len(season.cards)} cards of {len(season.teams)} teams are in {path}")
        self.stdout.write(f"{'':<5}{'played':>9}{'cards':>9}{'off':>9}")
        for line in report:
            self.stdout.write(f"{line.name:<5}{line.played:>9.0f}{line.cards:>9.0f}{line.off:>+9.2%}")
