"""Register the app with Django."""

from django.apps import AppConfig

from core.private_tables import register_private_tables


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.models import TypedGrid  # noqa: PLC0415 - models load after the app registry

        register_private_tables(TypedGrid)
