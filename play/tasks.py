"""Prepare games whose cards are not cached yet."""

from celery import shared_task

from play.services.starting import PREPARE_TASK, prepare_game


@shared_task(name=PREPARE_TASK)  # type: ignore[untyped-decorator]
def prepare_table_game(game_id: int) -> None:
    """Make the cards of a game's clubs and propose its lineups."""
    prepare_game(game_id)
