"""Migrate a new or older database file to the named states or to this version. Used for backups."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


class Command(BaseCommand):
    help = "Migrate the database of DATABASE_URL to these states (app.migration), or to the newest."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("states", nargs="*", metavar="APP.MIGRATION")

    def handle(self, *args: Any, **options: Any) -> None:
        executor = MigrationExecutor(connection)
        named = [tuple(state.split(".", 1)) for state in options["states"]]
        executor.migrate(named or executor.loader.graph.leaf_nodes())
