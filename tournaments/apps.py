"""Register the app with Django."""

from django.apps import AppConfig

from core.private_tables import register_private_tables
from rules_engine.setting_readers import Readers, register_setting_readers


def _setting_readers() -> Readers:
    from tournaments.setting_readers import READERS  # noqa: PLC0415 - the readers load after the app registry

    return READERS


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from tournaments.models import (  # noqa: PLC0415 - models load after the app registry
            Access,
            ApiKey,
            ColumnMapping,
            Delivery,
            Device,
            FailedAttempt,
            MailFollower,
            NewsItem,
            NewsPosition,
            NoticeSettings,
            Odds,
            PushSubscription,
            SignUp,
            SignUpPage,
            TeamCalendar,
            Webhook,
        )

        register_private_tables(
            Access, ApiKey, ColumnMapping, Device, FailedAttempt, Odds, SignUp, SignUpPage, TeamCalendar
        )
        register_private_tables(
            Delivery, MailFollower, NewsItem, NewsPosition, NoticeSettings, PushSubscription, Webhook
        )
        register_setting_readers(_setting_readers)
