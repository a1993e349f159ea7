"""Writes every chart as a file to be filled in with one's own numbers, and says what each is for."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules_engine.systems.strat_o_matic.own_charts import CHARTS, SUFFIX, template_of


class Command(BaseCommand):
    requires_system_checks = ()  # neither pages nor database are used
    help = "Write the charts into a folder as TOML templates; play, simulate and others take it with --charts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="made when it is not there; no file in it is written over")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = options["folder"]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            kept = [name for name in CHARTS if not self._written(folder, name)]
        except OSError as fault:
            raise CommandError(f"{fault.filename or folder} cannot be written: {fault.strerror}.") from None
        for name, kind in CHARTS.items():
            left = "; was there and is left as it was" if name in kept else ""
            self.stdout.write(f"{name + SUFFIX:<28}{kind.purpose}{left}")
        self.stdout.write(f"Take out of {folder} what you do not change, fill in the others: play --charts {folder}")

    def _written(self, folder: Path, name: str) -> bool:
        """Whether the file was written; one that is there is not touched."""
        try:
            with (folder / f"{name}{SUFFIX}").open("x", encoding="utf-8") as file:
                file.write(template_of(name))
        except FileExistsError:
            return False
        return True
