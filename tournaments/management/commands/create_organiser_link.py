"""Alias for `create_organizer_link` under its old name, for existing scripts."""

from tournaments.management.commands.create_organizer_link import Command as CreateOrganizerLink


class Command(CreateOrganizerLink):
    pass
