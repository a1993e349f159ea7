"""Make both teams' usual moves without requests, for tests that need a game in progress or a finished game."""

from functools import partial

from core.errors import Stale
from play.models import TableEvent, TableGame
from play.opening import keep_table, open_table
from play.services import moves
from play.services.acting import acting
from play.table import PlayTable
from play.table_rows import current_game
from rules_engine.baseball.prompts import Ask, Over, Prompt, Ready, Roll, Settle, Stuck


def play_half_inning(game: TableGame) -> None:
    """Make the managers' usual moves, each as its own action, until the half-inning or the game ends."""
    halves = _halves_played(game)
    while _halves_played(game) == halves:
        try:
            made = _make_usual_action(game)
        except Stale:  # a different request was stored in the meantime
            continue
        if not made:
            return


def _halves_played(game: TableGame) -> int:
    table = open_table(current_game(game))
    keep_table(table)
    return table.halves_played


def _make_usual_action(game: TableGame) -> bool:
    """Make the move that the game waits for. Return False if the game is over."""
    table = open_table(current_game(game))
    keep_table(table)
    if table.game.state != TableGame.State.PLAYING:
        return False
    _usual_action(table)(game=game, number=table.number)
    return True


def _usual_action(table: PlayTable) -> partial[None]:
    prompt = table.play.prompt
    if table.time_called_by is not None:
        return partial(moves.resume, team=table.time_called_by)
    if table.entered is not None:
        return partial(moves.confirm_dice, team=1 - table.entered.team)
    if isinstance(prompt, Roll):
        return partial(moves.enter_dice, team=table.roller, text=str(_usual_die(table, prompt)))
    if isinstance(prompt, Ask):
        return partial(moves.answer_usual, team=prompt.team)
    if isinstance(prompt, Settle):
        settle = partial(moves.settle, team=prompt.team)
        if prompt.moves:
            return settle
        return partial(settle, enters=prompt.candidates[0].enters, leaves=prompt.candidates[0].leaves)
    assert isinstance(prompt, Ready), prompt
    return partial(moves.roll, team=prompt.team)


def play_usual_moves(game: TableGame, plays: int = 1000) -> Prompt:
    """Play until this many events are added, or until the game is over or stuck. Return the last prompt.

    Pending requests by the managers expire.
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
    talk, prompt = table.play, table.play.prompt
    if isinstance(prompt, Ask):
        talk.answer(prompt.usual)
    elif isinstance(prompt, Settle) and prompt.candidates and not prompt.moves:
        talk.settle(prompt.candidates[0].enters, prompt.candidates[0].leaves)
    elif isinstance(prompt, Settle):
        talk.settle_by_moving()
    elif isinstance(prompt, Roll):
        talk.answer((_usual_die(table, prompt),))
    else:
        assert isinstance(prompt, Ready), prompt
        talk.answer("")


def _usual_die(table: PlayTable, prompt: Roll) -> int:
    """Return a different face for each roll."""
    talk = table.play
    return prompt.lowest + (7 * talk.game.log.number + 5 * len(talk.entries)) % prompt.sides
