"""manage.py write_card_template: write the empty card file in fixtures/."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from drafts.card_files import template_file
from rules_engine.systems import KEYS
from tournaments.management.arguments import file_to_write, write_file


class Command(BaseCommand):
    help = "Write the empty template for card sets (xlsx)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        default = settings.BASE_DIR / "fixtures" / "card_set_template.xlsx"
        parser.add_argument("path", nargs="?", type=file_to_write, default=default)

    def handle(self, *args: Any, **options: Any) -> None:
        write_file(options["path"], template_file(KEYS[0]))
        self.stdout.write(f"Written: {options['path']}")
