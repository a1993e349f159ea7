"""Create a practice weekend with real players at any stage."""

from argparse import ArgumentParser
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand

from rules_engine.profile import available_profiles
from weekend.practice.weekend import DEFAULT_FIELD, STAGES, build_weekend


class Command(BaseCommand):
    help = "Make a practice weekend at a given stage. The same seed makes the same weekend."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--stage", choices=STAGES, default="round_robin")
        parser.add_argument("--seed", type=int, default=1998)
        parser.add_argument(
            "--edition",
            choices=available_profiles(),
            default=DEFAULT_FIELD.edition,
            help="rules edition",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        field = replace(DEFAULT_FIELD, edition=options["edition"])
        tournament = build_weekend(
            stage=options["stage"],
            seed=options["seed"],
            field=field,
            on_progress=lambda sentence: self.stdout.write(f"  {sentence}"),
        )
        self.stdout.write(f"“{tournament.name}” is ready at {tournament.get_absolute_url()}")
