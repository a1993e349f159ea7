"""Registers the app with Django, and how its acts are undone."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.scoresheet.undo import redo_save_series_results, undo_save_series_results  # noqa: PLC0415  models are not ready before
        from tournaments.services.undo import add_undoer  # noqa: PLC0415

        add_undoer("save_series_results", undo_save_series_results, again=redo_save_series_results)
