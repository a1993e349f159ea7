"""Registers the app with Django."""

from django.apps import AppConfig


class PitchingConfig(AppConfig):
    name = "pitching"
