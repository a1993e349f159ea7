"""Register the app with Django."""

from django.apps import AppConfig

from core.private_tables import register_private_tables


class ClubConfig(AppConfig):
    name = "club"

    def ready(self) -> None:
        from club.models import ClubTournament, ManagerLink, TeamFinish  # noqa: PLC0415 - models load after the registry

        # a tournament file carries no club facts: another installation has its own people
        register_private_tables(ClubTournament, ManagerLink, TeamFinish)
