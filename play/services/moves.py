"""The managers' moves: answer, roll, announce, change players, type real dice. Each raises Refused and then changes
nothing.

`number` is the newest action that the manager's page showed; an older one raises Stale.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, get_args

from core.errors import Refused
from play.models import TableEvent, TableGame
from play.refusals import MoveRefusal
from play.services.acting import acting
from play.table import EnteredDice, Table
from rules_engine.baseball.dice_line import DiceRejectedError, dice_from
from rules_engine.baseball.game import CannotRetractError
from rules_engine.baseball.prompts import Ask, Ready, Roll, Settle
from rules_engine.baseball.system_types import Reason

REASONS: Final[tuple[Reason, ...]] = get_args(Reason)


@contextmanager
def _move(game: TableGame, kind: TableEvent.Kind, team: int, number: int, **content: Any) -> Iterator[Table]:
    """Let a manager move in a game in progress. A move makes a pending undo request lapse."""
    with acting(game, kind, team=team, number=number, content=content) as table:
        if table.game.state != TableGame.State.PLAYING:
            raise Refused(MoveRefusal.NOT_PLAYING)
        table.undo = None
        try:
            yield table
        except (DiceRejectedError, CannotRetractError) as fault:
            raise Refused(MoveRefusal.NOT_POSSIBLE, fault=_clause(str(fault))) from None


def _clause(text: str) -> str:
    return f"{text.rstrip('.')}."


def answer(*, game: TableGame, team: int, number: int, choice: str) -> None:
    """Answer the question to this team with the key of a choice."""
    with _move(game, TableEvent.Kind.ANSWER, team, number, choice=choice) as table:
        prompt = table.play.wanted
        if not isinstance(prompt, Ask) or prompt.team != team:
            raise Refused(MoveRefusal.NOT_YOUR_TURN)
        table.play.answer(choice)


def roll(*, game: TableGame, team: int, number: int) -> None:
    """Let the play continue: the server rolls, or the dice on record count again."""
    with _move(game, TableEvent.Kind.ROLL, team, number) as table:
        prompt = table.play.wanted
        if not isinstance(prompt, Ready):
            raise Refused(MoveRefusal.NOTHING_TO_ROLL)
        if prompt.team != team:
            raise Refused(MoveRefusal.NOT_YOUR_TURN)
        table.play.answer("")


def announce_choice(*, game: TableGame, team: int, number: int, word: str) -> None:
    """Announce a choice before the dice, such as "walk"."""
    with _move(game, TableEvent.Kind.ANNOUNCE, team, number, word=word) as table:
        key = table.play.possible_announcements(team).get(word)
        if key is None:
            raise Refused(MoveRefusal.NOT_POSSIBLE, fault=f"“{word}” is not possible now.")
        table.play.say(*key.split(), called=word, team=team)


def retract(*, game: TableGame, team: int, number: int) -> None:
    """Take the team's last announcement back, which is free until the dice are rolled."""
    with _move(game, TableEvent.Kind.RETRACT, team, number) as table:
        if not table.can_retract(team):
            raise Refused(MoveRefusal.NOT_YOUR_TURN)
        table.play.unsay()


def settle(*, game: TableGame, team: int, number: int, enters: str = "", leaves: str = "") -> None:
    """Make the change that is due. Without players, the fielders move to positions on their cards."""
    with _move(game, TableEvent.Kind.SETTLE, team, number, enters=enters, leaves=leaves) as table:
        prompt = table.play.wanted
        if not isinstance(prompt, Settle):
            raise Refused(MoveRefusal.NOTHING_TO_SETTLE)
        if prompt.team != team:
            raise Refused(MoveRefusal.NOT_YOUR_TURN)
        if enters:
            table.play.settle(enters, leaves)
        else:
            table.play.settle_by_moving()


def change_players(*, game: TableGame, team: int, number: int, reason: str, enters: str, leaves: str) -> None:
    """Substitute a player. A refusal carries the ruling."""
    content = {"reason": reason, "enters": enters, "leaves": leaves}
    with _move(game, TableEvent.Kind.CHANGE, team, number, **content) as table:
        side = table.play.game.state.sides[team]
        kind = next((kind for kind in REASONS if kind == reason), None)
        if kind is None or enters not in side.bench or leaves not in (*side.order, *side.field):
            raise Refused(MoveRefusal.NO_SUCH_CHANGE, field="enters")
        ruling = table.play.change(team, kind, enters, leaves)
        if not ruling:
            raise Refused(MoveRefusal.NOT_POSSIBLE, ruling.rule, fault=_clause(table.play.spoken(str(ruling))))


def enter_dice(*, game: TableGame, team: int, number: int, text: str) -> None:
    """Type real dice. They count when the opponent confirms them, or at once if there is no one to confirm them."""
    with _move(game, TableEvent.Kind.ENTER_DICE, team, number, text=text) as table:
        _check_roller(table, team)
        faces = dice_from(text)
        if faces is None:
            raise Refused(MoveRefusal.NOT_DICE, field="text")
        if table.opponent_must_agree(team):
            table.play.check_dice(faces)
            table.entered = EnteredDice(team, faces)
        else:
            table.play.answer(faces)


def _check_roller(table: Table, team: int) -> None:
    if table.game.dice != TableGame.Dice.REAL:
        raise Refused(MoveRefusal.SERVER_ROLLS)
    if table.entered is not None:
        raise Refused(MoveRefusal.DICE_WAIT)
    if not isinstance(table.play.wanted, Roll):
        raise Refused(MoveRefusal.NOTHING_TO_ROLL)
    if table.roller != team:
        raise Refused(MoveRefusal.NOT_THE_ROLLER)


def confirm_dice(*, game: TableGame, team: int, number: int) -> None:
    """Confirm the dice that the opponent typed."""
    with _move(game, TableEvent.Kind.CONFIRM_DICE, team, number) as table:
        table.play.answer(_take_entered(table, team).faces)


def challenge_dice(*, game: TableGame, team: int, number: int) -> None:
    """Challenge the dice that the opponent typed. They don't count, and he types the dice again."""
    with _move(game, TableEvent.Kind.CHALLENGE_DICE, team, number) as table:
        _take_entered(table, team)


def _take_entered(table: Table, team: int) -> EnteredDice:
    entered = table.entered
    if entered is None or entered.team == team:
        raise Refused(MoveRefusal.NO_DICE_WAIT)
    table.entered = None
    return entered
