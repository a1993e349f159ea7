"""Register the app with Django."""

from django.apps import AppConfig

from core.private_tables import register_private_tables
from rules_engine.setting_readers import Readers, register_setting_readers


def _setting_readers() -> Readers:
    from games.setting_readers import READERS  # noqa: PLC0415 - the readers load after the app registry

    return READERS


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.models import TypedGrid  # noqa: PLC0415 - models load after the app registry

        register_private_tables(TypedGrid)
        register_setting_readers(_setting_readers)
