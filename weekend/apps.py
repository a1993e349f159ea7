"""Register the app with Django, and register its undo handlers with the apps below it."""

from django.apps import AppConfig
from django.core import checks

from core.plugins import check_plugins
from core.private_tables import register_private_tables


class WeekendConfig(AppConfig):
    name = "weekend"

    def ready(self) -> None:
        # models can be imported only after the app registry is ready
        from weekend.models import PrintPack, PrintPackPart  # noqa: PLC0415
        from weekend.undo_handlers import register_undo_handlers  # noqa: PLC0415

        register_private_tables(PrintPack, PrintPackPart)
        register_undo_handlers()
        checks.register(check_plugins)
