"""Register the app with Django."""

from django.apps import AppConfig

from core.health import register_readiness_facts
from core.private_tables import register_private_tables


class BackupsConfig(AppConfig):
    name = "backups"

    def ready(self) -> None:
        from backups.models import ArrivingFile  # noqa: PLC0415 - models load after the app registry
        from backups.queries.backup_state import readiness_facts  # noqa: PLC0415

        register_private_tables(ArrivingFile)
        register_readiness_facts(readiness_facts)
