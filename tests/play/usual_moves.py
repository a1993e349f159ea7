"""Usual moves for both teams in one action, for tests that need a game in progress or over but none of its requests."""

from play.models import TableEvent, TableGame
from play.services.acting import acting
from play.table import PlayTable
from rules_engine.baseball.prompts import Ask, Over, Prompt, Ready, Roll, Settle, Stuck


def play_usual_moves(game: TableGame, plays: int = 1000) -> Prompt:
    """Play until so many events are added, or the game is over or stuck. Return the last prompt.

    Requests of the managers lapse.
    """
    with acting(game, TableEvent.Kind.ROLL) as table:
        table.undo = table.entered = table.time_called_by = None
        last = table.play.game.log.number + plays
        prompt = table.play.next()
        while table.play.game.log.number < last and not isinstance(prompt, Over | Stuck):
            _make_usual_move(table)
            prompt = table.play.next()
    game.refresh_from_db()
    return prompt


def _make_usual_move(table: PlayTable) -> None:
    talk, prompt = table.play, table.play.wanted
    if isinstance(prompt, Ask):
        talk.answer(prompt.usual)
    elif isinstance(prompt, Settle) and prompt.candidates and not prompt.moves:
        talk.settle(prompt.candidates[0].enters, prompt.candidates[0].leaves)
    elif isinstance(prompt, Settle):
        talk.settle_by_moving()
    elif isinstance(prompt, Roll):
        talk.answer((prompt.lowest + (7 * talk.game.log.number + 5 * len(talk.given)) % prompt.sides,))
    else:
        assert isinstance(prompt, Ready), prompt
        talk.answer("")
