"""Registers the app with Django, and how tie-breaks are undone."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from tournaments.services.undo import add_undoer  # noqa: PLC0415  models are not ready before
        from tournaments.services.undo_tie_breaks import VERBS, redo_tie_break, undo_tie_break  # noqa: PLC0415

        for verb in VERBS:
            add_undoer(verb, undo_tie_break, again=redo_tie_break)
