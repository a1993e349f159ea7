"""Print the organizer's sign-in link, which stays the same until it is renewed."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.queries.invitations import address_of_link
from tournaments.queries.phone_addresses import base_without_request
from tournaments.services.invitations import create_organizer


class Command(BaseCommand):
    help = "Print the organizer's sign-in link. The organizer directs every tournament and can create new ones."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--base", default=base_without_request(), help="site address to use in the link")
        parser.add_argument(
            "--renew",
            action="store_true",
            help="revoke the old link, sign out its devices and print a new link",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        access = create_organizer(renew=options["renew"])
        self.stdout.write(address_of_link(access, options["base"].rstrip("/")))
