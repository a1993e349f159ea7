"""manage.py load_season 1998: build a card set from a real season."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core.errors import Refused
from drafts.services.card_sets import load_season
from seasons.players_and_parks import ALL_LEAGUES, CardMinimums

DEFAULTS = CardMinimums()


class Command(BaseCommand):
    help = "Build a card set from a real season (Lahman database): one card per player, and the clubs' ballparks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("year", type=int, help="such as 1998")
        parser.add_argument("--league", default=ALL_LEAGUES, help="AL, NL, another league of that year, or MLB for all")
        parser.add_argument("--name", default="", help="name of the card set (default: year and league)")
        parser.add_argument("--replace", action="store_true", help="replace the set with this name if no draft uses it")
        for option, default, meaning in (
            ("--position-games", DEFAULTS.position_games, "games needed at a position to put it on the card"),
            ("--starter-games", DEFAULTS.starter_games, "starts needed for a starter rating"),
            ("--relief-games", DEFAULTS.relief_games, "relief games needed for a reliever rating"),
            ("--park-games", DEFAULTS.park_games, "home games needed to include a club's second park"),
            ("--missed-games", DEFAULTS.missed_games, "most games missed by a player who cannot be injured"),
        ):
            parser.add_argument(option, type=int, default=default, metavar="N", help=f"{meaning} (default {default})")

    def handle(self, *args: Any, **options: Any) -> None:
        minimums = CardMinimums(**{field: options[field] for field in CardMinimums.__slots__})
        try:
            card_set = load_season(
                year=options["year"],
                league=options["league"].upper(),
                minimums=minimums,
                name=options["name"],
                replace=options["replace"],
            )
        except Refused as refusal:
            raise CommandError(str(refusal)) from None
        contents = f"{card_set.cards.count()} cards, {card_set.ballparks.count()} ballparks"
        self.stdout.write(f"“{card_set.name}”: {contents}. {card_set.note}")
