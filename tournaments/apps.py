"""Register the app with Django."""

from django.apps import AppConfig

from core.private_tables import register_private_tables


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from tournaments.models import Access, Device, FailedAttempt, MailFollower, Odds, Webhook  # noqa: PLC0415 - models load after the app registry

        register_private_tables(Access, Device, FailedAttempt, MailFollower, Odds, Webhook)
