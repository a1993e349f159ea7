"""Write an empty workbook that the owner of printed cards can fill in."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from seasons.card_workbook import cards_workbook
from tabletop.management.game_options import add_system_option, chosen_system, system_argument
from tournaments.management.arguments import file_of_kind, write_file


class Command(BaseCommand):
    requires_system_checks = ()  # uses neither pages nor the database
    help = "Write an empty workbook for a system's cards. Fill it in and use it with play --cards FILE.xlsx."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=file_of_kind(".xlsx"))
        add_system_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        system, path = chosen_system(options), options["file"]
        write_file(path, cards_workbook(system, {}, {}))
        self.stdout.write(f"Wrote the template for {system.title} cards to {path}. Its “Read me” explains the columns.")
        self.stdout.write(f"To play with the cards: manage.py play{system_argument(options)} --cards {path}")
