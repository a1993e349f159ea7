"""Writes the empty workbook into which the owner of printed cards copies them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from seasons.card_workbook import cards_workbook
from tabletop.management.game_systems import add_system_option, system_of, system_word
from tournaments.management.arguments import file_of_kind, write_file


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Write the empty workbook for whole cards of a system; filled in, play --cards FILE.xlsx plays with it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=file_of_kind(".xlsx"))
        add_system_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        system, path = system_of(options), options["file"]
        write_file(path, cards_workbook(system, {}, {}))
        self.stdout.write(f"The template for cards of {system.title} is in {path}; its “Read me” tells the columns.")
        self.stdout.write(f"Filled in, it is played with: manage.py play{system_word(options)} --cards {path}")
