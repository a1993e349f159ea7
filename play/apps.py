"""Register the app with Django."""

from django.apps import AppConfig

from core.private_tables import register_private_tables


class PlayConfig(AppConfig):
    name = "play"

    def ready(self) -> None:
        register_private_tables(*self.get_models())
