"""Registers the app with Django, and the guard of signed sheets with the results below it."""

from django.apps import AppConfig


class PitchingConfig(AppConfig):
    name = "pitching"

    def ready(self) -> None:
        from games.services.results import seal_guards  # noqa: PLC0415  models are not ready before
        from pitching.services.seals import guard_signed  # noqa: PLC0415

        if guard_signed not in seal_guards:
            seal_guards.append(guard_signed)
