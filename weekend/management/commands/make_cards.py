"""Makes Strat-O-Matic cards of a real season and says how near they come to it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.systems.strat_o_matic.cards import Card
from weekend.card_paper import cards_pdf
from weekend.card_workbook import cards_workbook
from weekend.real_cards import SeasonCards, SeasonError, make_season, save_cards


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Make cards of a real season, write them to a file, and report their totals against the real ones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("year", type=int)
        parser.add_argument("--out", type=Path, help="the file to write; cards-YEAR.json when not given")
        parser.add_argument("--xlsx", type=Path, help="write the cards line by line as a workbook too")
        parser.add_argument("--pdf", type=Path, help="print the cards too, four to a sheet")
        parser.add_argument("--team", default="", help="print this team's cards only, such as NYA")
        parser.add_argument("--paper", choices=("letter", "a4"), default="letter")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            season, report = make_season(options["year"])
            printed = _cards_of(season, options["year"], options["team"])
        except SeasonError as fault:
            raise CommandError(str(fault)) from None
        path = options["out"] or Path(f"cards-{options['year']}.json")
        save_cards(season, path)
        if options["xlsx"]:
            options["xlsx"].write_bytes(cards_workbook(season.cards, season.teams))
        if options["pdf"]:
            title = f"Cards of {options['year']} {options['team']}".strip()
            options["pdf"].write_bytes(cards_pdf(printed, title, options["paper"]))
        self.stdout.write(f"{len(season.cards)} cards of {len(season.teams)} teams are in {path}")
        self.stdout.write(f"{'':<5}{'played':>9}{'cards':>9}{'off':>9}")
        for line in report:
            self.stdout.write(f"{line.name:<5}{line.played:>9.0f}{line.cards:>9.0f}{line.off:>+9.2%}")


def _cards_of(season: SeasonCards, year: int, team: str) -> list[tuple[Card, str]]:
    """The cards of one team or of all, by team, with what stands under the name. Raises SeasonError."""
    if team and team not in season.teams:
        raise SeasonError(f"there is no team {team}; there are {', '.join(sorted(season.teams))}")
    teams = [team] if team else sorted(season.teams)
    return [(season.cards[man], f"{year} {club}") for club in teams for man in season.teams[club]]
