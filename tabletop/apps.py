"""Register the app with Django."""

from django.apps import AppConfig

from rules_engine.setting_readers import Readers, register_setting_readers


def _setting_readers() -> Readers:
    from tabletop.setting_readers import READERS  # noqa: PLC0415 - the readers load after the app registry

    return READERS


class TabletopConfig(AppConfig):
    name = "tabletop"

    def ready(self) -> None:
        register_setting_readers(_setting_readers)
