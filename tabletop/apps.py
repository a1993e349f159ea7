"""Register the app with Django."""

from collections.abc import Mapping
from typing import Any

from django.apps import AppConfig

from core.plugins import UnusableObject, register_plugin_check
from pennant_baseball.plugins import RULESETS
from rules_engine.baseball.added_systems import UnusableSystemError, check_system
from rules_engine.baseball.registry import is_registered
from rules_engine.setting_readers import Readers, register_setting_readers


def _setting_readers() -> Readers:
    from tabletop.setting_readers import READERS  # noqa: PLC0415 - the readers load after the app registry

    return READERS


def _check_rulesets(facts: Mapping[str, Any], value: object) -> None:
    try:
        check_system(value)
    except UnusableSystemError as error:
        raise UnusableObject(str(error)) from error
    if is_registered(facts["key"]):
        raise UnusableObject(f"Pennant already has a game system “{facts['key']}”")


class TabletopConfig(AppConfig):
    name = "tabletop"

    def ready(self) -> None:
        register_setting_readers(_setting_readers)
        register_plugin_check(RULESETS, _check_rulesets)
