"""Registers the app with Django."""

from django.apps import AppConfig


class WeekendConfig(AppConfig):
    name = "weekend"
