"""Django app configuration."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.apps import AppConfig

from core.plugins import UnusableObject, register_plugin_check, usable_plugins
from core.private_tables import register_private_tables
from pennant_baseball.plugins import RULES_EDITIONS
from rules_engine.profile import ProfileError, check_added_profile, register_added_profiles
from rules_engine.setting_readers import Readers, register_setting_readers


def _setting_readers() -> Readers:
    from tournaments.setting_readers import READERS  # noqa: PLC0415 - the readers load after the app registry

    return READERS


def _check_editions(facts: Mapping[str, Any], value: object) -> None:
    for name in facts["files"]:
        try:
            check_added_profile(Path(name))
        except (ProfileError, OSError) as error:
            raise UnusableObject(str(error)) from error


def _files_of_editions() -> list[Path]:
    return [Path(name) for plugin in usable_plugins(RULES_EDITIONS) for name in plugin.facts["files"]]


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
        register_plugin_check(RULES_EDITIONS, _check_editions)
        register_added_profiles(_files_of_editions)
