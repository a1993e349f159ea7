"""Registers the app with Django, how its acts are undone and what it says to a change of stage."""

from django.apps import AppConfig


class DraftsConfig(AppConfig):
    name = "drafts"

    def ready(self) -> None:
        from drafts.services.stage_checks import drafts_finished, picks_made  # noqa: PLC0415  needs the models
        from drafts.services.undoing import undo_correction_of_log, undo_pick_of_log  # noqa: PLC0415  needs the models
        from tournaments.models import Tournament  # noqa: PLC0415
        from tournaments.services.stages import add_entry_check, add_return_check  # noqa: PLC0415
        from tournaments.services.undo import add_undoer  # noqa: PLC0415

        pick_again = "The turn comes back on the clock; pick the same player again there and all is as it was."
        add_undoer("make_pick", undo_pick_of_log, way_back=pick_again)
        add_undoer("skip_turn", undo_pick_of_log, way_back="The turn comes back on the clock; skip it again there.")
        correct_again = "To have the correction back, make it again on the draft's desk."
        add_undoer("correct_pick", undo_correction_of_log, way_back=correct_again)
        add_entry_check(Tournament.Stage.ROUND_ROBIN, drafts_finished)
        add_return_check(Tournament.Stage.DRAFT, picks_made)
