"""Register the app with Django."""

from django.apps import AppConfig


class TabletopConfig(AppConfig):
    name = "tabletop"
