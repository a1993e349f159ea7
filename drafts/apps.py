"""Register the app with Django."""

from django.apps import AppConfig

from core.private_tables import register_private_tables


class DraftsConfig(AppConfig):
    name = "drafts"

    def ready(self) -> None:
        from drafts.models import CardUpload, ProgramRun  # noqa: PLC0415 - models load after the app registry

        register_private_tables(CardUpload, ProgramRun)
