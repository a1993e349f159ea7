"""Writes every chart of a system as a file to be filled in with one's own numbers, and says what each is for."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tabletop.management.game_systems import add_system_option, system_of, system_word


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Write the charts into a folder as TOML templates; play, simulate and others take it with --charts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="made when it is not there; no file in it is written over")
        add_system_option(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        folder, system = options["folder"], system_of(options)
        templates = system.chart_templates()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            kept = [name for name, template in templates.items() if not _written(folder / name, template.text)]
        except OSError as fault:
            raise CommandError(f"{fault.filename or folder} cannot be written: {fault.strerror}.") from None
        for name, template in templates.items():
            left = "; was there and is left as it was" if name in kept else ""
            self.stdout.write(f"{name:<28}{template.purpose}{left}")
        self.stdout.write(
            f"Take out of {folder} what you do not change, fill in the others: "
            f"play{system_word(options)} --charts {folder}"
        )


def _written(path: Path, text: str) -> bool:
    """Whether the file was written; one that is there is not touched."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        return False
    return True
