"""`create_organizer_link` under the name of earlier versions, for scripts that call it."""

from tournaments.management.commands.create_organizer_link import Command as CreateOrganizerLink


class Command(CreateOrganizerLink):
    pass
