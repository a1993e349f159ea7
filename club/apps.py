"""Register the app with Django."""

from django.apps import AppConfig

from core.private_tables import register_private_tables


class ClubConfig(AppConfig):
    name = "club"

    def ready(self) -> None:
        # A tournament file contains no club data, because each installation has its own people.
        register_private_tables(*self.get_models())
