"""Register the app with Django."""

from django.apps import AppConfig

from core.private_tables import register_private_tables
from rules_engine.setting_readers import Readers, register_setting_readers


def _setting_readers() -> Readers:
    from drafts.setting_readers import READERS  # noqa: PLC0415 - the readers load after the app registry

    return READERS


class DraftsConfig(AppConfig):
    name = "drafts"

    def ready(self) -> None:
        from drafts.models import CardUpload, ProgramRun  # noqa: PLC0415 - models load after the app registry

        register_private_tables(CardUpload, ProgramRun)
        register_setting_readers(_setting_readers)
