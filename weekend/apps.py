"""Registers the app with Django, and hands the table of acts down to the apps below."""

from django.apps import AppConfig


class WeekendConfig(AppConfig):
    name = "weekend"

    def ready(self) -> None:
        from weekend.acts import hand_down  # noqa: PLC0415  the models are not ready before

        hand_down()
