"""Compare what-if standings with actual results in random trials, in a separate database.

Run by hand: python -m tests.checks.what_if 200
"""

import os
import sys
import tempfile
from pathlib import Path

import django
from django.core.management import call_command


def main(arguments: list[str]) -> int:
    trials, wrong = int(arguments[0]) if arguments else 200, 0
    with tempfile.TemporaryDirectory(prefix="pennant-checks-") as folder:
        _use_own_database(Path(folder))
        from tests.checks.really_entered import differences, weekend  # noqa: PLC0415 - Django is set up first

        for teams in (8, 9):
            tournament = weekend(teams)
            of_field = [line for seed in range(trials) for line in differences(tournament, seed)]
            sys.stdout.write("".join(f"{line}\n" for line in of_field[:10]))
            sys.stdout.write(f"{teams} teams: {trials} trials, {len(of_field)} differences\n")
            wrong += len(of_field)
    return bool(wrong)


def _use_own_database(folder: Path) -> None:
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PENNANT_DATA": str(folder),
        "DATABASE_URL": f"sqlite:///{folder}/checks.sqlite3",
        "REDIS_URL": "",
    }
    django.setup()
    call_command("migrate", verbosity=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
