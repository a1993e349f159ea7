"""Configuration of the pitching app."""

from django.apps import AppConfig


class PitchingConfig(AppConfig):
    name = "pitching"
