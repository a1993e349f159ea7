"""Check the installation and show what to do. The exit code is 0 if all is well, 1 for a warning, 2 for a fault."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from backups.queries.checkup import ALL_NAMES, exit_code, run_checkup


class Command(BaseCommand):
    help = "Check the installation, one line per check. Exit code 0: no problems, 1: something to check, 2: a fault."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--only",
            action="append",
            choices=ALL_NAMES,
            help="run only this check, for example in a container (can be repeated)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        lines = run_checkup(*options["only"] or ())
        for line in lines:
            self.stdout.write(f"{line.word:<6} {line.name:<10} {line.sentence}")
        sys.exit(exit_code(lines))
