"""Registers the app with Django, and how its acts are undone."""

from django.apps import AppConfig


class DraftsConfig(AppConfig):
    name = "drafts"

    def ready(self) -> None:
        from drafts.services.undoing import undo_correction_of_log, undo_pick_of_log  # noqa: PLC0415  needs the models
        from tournaments.services.undo import add_undoer  # noqa: PLC0415

        add_undoer("make_pick", undo_pick_of_log)
        add_undoer("skip_turn", undo_pick_of_log)
        add_undoer("correct_pick", undo_correction_of_log)
