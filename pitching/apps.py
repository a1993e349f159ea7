"""Registers the app with Django, the guard of signed sheets with the results below it, and how signing is undone."""

from django.apps import AppConfig


class PitchingConfig(AppConfig):
    name = "pitching"

    def ready(self) -> None:
        from games.scoresheet.save import seal_guards  # noqa: PLC0415  models are not ready before
        from pitching.services.seals import guard_signed  # noqa: PLC0415
        from pitching.services.sign_off import redo_sign_sheet, undo_sign_sheet  # noqa: PLC0415
        from tournaments.services.undo import add_undoer  # noqa: PLC0415

        if guard_signed not in seal_guards:
            seal_guards.append(guard_signed)
        add_undoer("sign_sheet", undo_sign_sheet, again=redo_sign_sheet)
