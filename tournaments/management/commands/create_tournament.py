"""Create a tournament and print its director's sign-in link."""

from argparse import ArgumentTypeError
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.errors import Refused
from rules_engine.profile import default_profile
from tournaments.action_log.writing import PROGRAM
from tournaments.models import Role, Tournament
from tournaments.queries.invitations import address_of_link
from tournaments.queries.phone_addresses import base_without_request
from tournaments.services.invitations import invite_helper
from tournaments.services.setup import create_tournament


class Command(BaseCommand):
    help = "Open a tournament for sign-up and print its director's sign-in link."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--place", default="")
        parser.add_argument("--date", type=_read_date, dest="starts_on", help="such as 2027-01-16")
        parser.add_argument("--rules", default=default_profile(), help="rules edition")
        parser.add_argument("--base", default=base_without_request(), help="site address to use in the link")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            tournament = _create_tournament(options)
            access = invite_helper(tournament=tournament, actor=PROGRAM, role=Role.DIRECTOR, label="Director")
        except Refused as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(
            f"{tournament.name} is open for sign-up: {options['base'].rstrip('/')}{tournament.get_absolute_url()}"
        )
        self.stdout.write(address_of_link(access, options["base"].rstrip("/")))


def _read_date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text} is not a date. Use a format such as 2027-01-16") from None


def _create_tournament(options: dict[str, Any]) -> Tournament:
    return create_tournament(
        actor=PROGRAM,
        name=options["name"],
        place=options["place"],
        starts_on=options["starts_on"],
        profile_key=options["rules"],
    )
