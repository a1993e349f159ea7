"""Django configuration for the pitching app."""

from django.apps import AppConfig

from core.private_tables import register_private_tables


class PitchingConfig(AppConfig):
    name = "pitching"

    def ready(self) -> None:
        from pitching.models import SheetPhoto  # noqa: PLC0415 - models load after the app registry

        # Photos aren't exported, because files for others shouldn't show handwriting and would be many times larger.
        register_private_tables(SheetPhoto)
