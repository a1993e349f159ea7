"""Write a file for each of a system's charts, to fill in with your own numbers."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tabletop.management.game_options import add_system_option, chosen_system, system_argument


class Command(BaseCommand):
    requires_system_checks = ()  # uses neither pages nor the database
    help = "Write the charts to a folder as TOML templates, for the --charts option of play, simulate and others."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="created if needed; existing files are not overwritten")
        add_system_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        folder, system = options["folder"], chosen_system(options)
        templates = system.chart_templates()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            skipped = [name for name, template in templates.items() if not _write_new(folder / name, template.text)]
        except OSError as fault:
            raise CommandError(f"{fault.filename or folder} can't be written: {fault.strerror}.") from None
        for name, template in templates.items():
            note = "; already exists, not overwritten" if name in skipped else ""
            self.stdout.write(f"{name:<28}{template.purpose}{note}")
        self.stdout.write(
            f"Delete the charts in {folder} that you don't change, and fill in the others. "
            f"To use them: play{system_argument(options)} --charts {folder}"
        )


def _write_new(path: Path, text: str) -> bool:
    """Write a new file. Return False if it already exists."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        return False
    return True
