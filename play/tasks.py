"""Prepare games whose cards are not cached yet, and enter signed games in their series."""

from celery import shared_task

from play.services.series_games import ENTER_TASK, enter_result
from play.services.starting import PREPARE_TASK, prepare_game


@shared_task(name=PREPARE_TASK)  # type: ignore[untyped-decorator]
def prepare_table_game(game_id: int) -> None:
    """Make the cards of a game's clubs and propose its lineups."""
    prepare_game(game_id)


@shared_task(name=ENTER_TASK)  # type: ignore[untyped-decorator]
def enter_table_game(game_id: int) -> None:
    """Enter a signed game in its series. The chances to win of each play take seconds."""
    enter_result(game_id)
