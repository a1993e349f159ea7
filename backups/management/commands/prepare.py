"""Prepare the first page: migrate the database and create the organizer's sign-in link.

The launcher (`pennant run`) loads the result from a file. Messages go to standard error.
"""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection

from backups.archives import BackupError
from backups.recovery import refuse_unusable_database
from backups.standby.leadership import refuse_second_leader
from core import static_build
from core.durable_files import write_durably
from core.faults import connection_problem, infrastructure_fault
from tournaments.access.links import link_token
from tournaments.models import Access, Role, Tournament
from tournaments.services.invitations import create_organizer

LAPTOP = "This laptop"


class Command(BaseCommand):
    help = "Migrate the database and print the organizer's sign-in link as JSON."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--facts-file", help="write the JSON to this file instead of standard output")
        parser.add_argument("--alone", action="store_true", help="confirm that no other computer is the leader")

    def handle(self, *args: Any, **options: Any) -> None:
        _connect()
        try:
            refuse_second_leader(is_confirmed=options["alone"])
        except BackupError as refused:
            raise CommandError(str(refused)) from None
        try:
            self._tell(json.dumps(_launch_facts()), options["facts_file"])
        except (OSError, DatabaseError) as broken:
            fault = infrastructure_fault(broken)
            if fault is None:
                raise
            raise CommandError(f"{fault.title} ({settings.DATA_DIR}). {fault.sentence}") from None

    def _tell(self, facts: str, facts_file: str | None) -> None:
        if facts_file:
            write_durably(Path(facts_file), facts)
        else:
            self.stdout.write(facts)


def _connect() -> None:
    """Connect to the database and run a query. Raise CommandError with the problem if it fails."""
    try:
        refuse_unusable_database()  # before the first connection, which would turn an empty file into a database
        connection.introspection.table_names()
    except BackupError as refused:
        raise CommandError(str(refused)) from None
    except DatabaseError as error:
        raise CommandError(connection_problem(error, connection.settings_dict)) from None


def _launch_facts() -> dict[str, Any]:
    if not static_build.BUILT.exists():
        static_build.build(minify=False)  # for a checkout that was started without make
    call_command("migrate", verbosity=0, skip_checks=True)
    practice = Tournament.objects.filter(is_practice=True).order_by("pk").first()
    return {
        "first_start": not Tournament.objects.exists(),
        "link": f"/join/{link_token(_laptop_access())}/",
        "practice": practice.name if practice else "",
    }


def _laptop_access() -> Access:
    """Return the organizer's access that this laptop prints at every start, or a new one if it was revoked."""
    access = Access.objects.filter(role=Role.ORGANISER, label=LAPTOP, revoked_at=None).first()
    return access or create_organizer(label=LAPTOP)
