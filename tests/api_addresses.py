"""Collect every URL of the API from the apps."""

from importlib import import_module

urlpatterns = [
    pattern
    for app in ("tournaments", "drafts", "games", "pitching", "tabletop", "play", "club", "backups", "weekend")
    for pattern in import_module(f"{app}.api.urls").urlpatterns
]
