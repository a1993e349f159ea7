"""Register the app with Django."""

from django.apps import AppConfig

from core.private_tables import register_private_tables


class PlayConfig(AppConfig):
    name = "play"

    def ready(self) -> None:
        # models load after the app registry
        from play.models import Seat, SeatAbsence, TableEvent, TableGame  # noqa: PLC0415

        register_private_tables(TableGame, Seat, SeatAbsence, TableEvent)
