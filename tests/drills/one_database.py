"""Run drills on the database named by the environment. `tests.drills` starts this module for each database."""

import argparse
import os
import sys
import time

from tests.drills.reporting import report


def main() -> int:
    parser = argparse.ArgumentParser()
    for name in ("kills", "races"):
        parser.add_argument(f"--{name}", type=int, default=0)
    arguments = parser.parse_args()

    import django  # noqa: PLC0415 - the settings are read here, from an environment that is complete now

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    from tests.drills.kills import kill_and_count  # noqa: PLC0415
    from tests.drills.racing import race_and_count  # noqa: PLC0415
    from tests.drills.visitor import Visitor  # noqa: PLC0415
    from tests.drills.web import WebProcess, read_the_program_once  # noqa: PLC0415
    from tournaments.access.links import link_token  # noqa: PLC0415
    from tournaments.services.invitations import create_organizer  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    token = link_token(create_organizer(label="Drill"))
    read_the_program_once()
    processes = [WebProcess(), WebProcess()]
    for process in processes:
        process.start()
    name, started, wrong = ("PostgreSQL" if "postgres" in os.environ["DATABASE_URL"] else "SQLite"), time.monotonic(), 0
    try:
        cookie = Visitor(processes[0].port).sign_in(token)
        if arguments.kills:
            killed = kill_and_count(arguments.kills, processes, cookie, token)
            wrong += len(killed.lost)
            report(f"{name}: {killed} ({time.monotonic() - started:.0f} s)", *killed.lost[:5])
        started = time.monotonic()
        if arguments.races:
            raced = race_and_count(arguments.races, processes, cookie, token)
            wrong += len(raced.doubles) + len(raced.none)
            report(f"{name}: {raced} ({time.monotonic() - started:.0f} s)", *raced.doubles[:5], *raced.none[:5])
        data_faults = differences()
        wrong += len(data_faults)
        report(f"{name}: {len(data_faults)} differences between rows and log", *data_faults[:5])
    finally:
        for process in processes:
            process.stop()
    return int(wrong > 0)


def differences() -> list[str]:
    """Return the differences that `pennant verify` finds after a drill."""
    from tournaments.models import Tournament  # noqa: PLC0415
    from weekend.queries.verification import verify_database, verify_tournament  # noqa: PLC0415

    faults = verify_database()
    for tournament in Tournament.objects.all():
        # some drills start with a complete roster and no draft
        is_drafted = tournament.actions.filter(subject__startswith="draft:").exists()
        faults += [fault for fault in verify_tournament(tournament) if is_drafted or fault.check != "picks"]
    return [f"{fault.check}: {fault.sentence}" for fault in faults]


if __name__ == "__main__":
    sys.exit(main())
