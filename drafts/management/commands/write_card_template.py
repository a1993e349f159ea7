"""manage.py write_card_template: make the empty card file that is kept in fixtures/."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from drafts.card_files import template_file


class Command(BaseCommand):
    help = "Write the empty template for card sets (xlsx)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        default = settings.BASE_DIR / "fixtures" / "card_set_template.xlsx"
        parser.add_argument("path", nargs="?", type=Path, default=default)

    def handle(self, *args: Any, **options: Any) -> None:
        options["path"].write_bytes(template_file())
        self.stdout.write(f"Written: {options['path']}")
