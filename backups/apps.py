"""Register the app with Django."""

from django.apps import AppConfig

from core.private_tables import register_private_tables


class BackupsConfig(AppConfig):
    name = "backups"

    def ready(self) -> None:
        from backups.models import ArrivingFile  # noqa: PLC0415 - models load after the app registry

        register_private_tables(ArrivingFile)
