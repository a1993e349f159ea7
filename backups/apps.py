"""Register the app with Django."""

from collections.abc import Iterable

from django.apps import AppConfig

from core.health import register_readiness_facts
from core.metrics import SampleReader, register_readers
from core.private_tables import register_private_tables


class BackupsConfig(AppConfig):
    name = "backups"

    def ready(self) -> None:
        from backups.models import ArrivingFile, DatabaseVersion  # noqa: PLC0415 - models load after the app registry
        from backups.queries.backup_state import readiness_facts  # noqa: PLC0415

        register_private_tables(ArrivingFile, DatabaseVersion)
        register_readiness_facts(readiness_facts)
        register_readers(_readers)


def _readers() -> Iterable[SampleReader]:
    from backups.queries.readings import READERS  # noqa: PLC0415 - only for those who read metrics

    return READERS
