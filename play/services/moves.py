"""Make a manager's move: answer a prompt, roll, announce a choice, change players or enter real dice.

Each function raises Refused if the move isn't possible. The table then stays unchanged. `number` is the newest action
that the manager's page showed. An older number raises Stale.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final, get_args

from django.utils import timezone

from core.errors import Refused
from play.models import TableEvent, TableGame
from play.refusals import MoveRefusal, ScoreRefusal
from play.services.acting import acting, check_playing
from play.table import EnteredDice, PlayTable
from rules_engine.baseball.changes import double_switch
from rules_engine.baseball.dice_line import DiceRejectedError, dice_from
from rules_engine.baseball.game import CannotRetractError
from rules_engine.baseball.prompts import Ask, Ready, Roll, Settle
from rules_engine.baseball.state import POSITIONS
from rules_engine.baseball.system_types import Reason
from rules_engine.rulings import Ruling

TIME_OUT_MINUTES: Final = 2
REASONS: Final[tuple[Reason, ...]] = get_args(Reason)


@contextmanager
def _move(game: TableGame, kind: TableEvent.Kind, team: int, number: int, **content: Any) -> Iterator[PlayTable]:
    """Let a manager move in a game in progress. A move makes a pending undo request lapse.

    After a team calls time, only that team can move. No one can move while a question to the director is open or the
    last half-inning's score isn't confirmed.
    """
    with acting(game, kind, team=team, number=number, content=content, changes_rows=False) as table:
        check_playing(table)
        if table.score_is_due:
            raise Refused(ScoreRefusal.CONFIRM_FIRST)
        if table.time_called_by == 1 - team:
            raise Refused(MoveRefusal.TIME_IS_OUT, team=table.game.names[1 - team])
        table.undo = table.suspension_by = table.challenge_by = None
        try:
            yield table
        except (DiceRejectedError, CannotRetractError) as fault:
            raise Refused(MoveRefusal.NOT_POSSIBLE, fault=_clause(str(fault))) from None


def _clause(text: str) -> str:
    return f"{text.rstrip('.')}."


def answer(*, game: TableGame, team: int, number: int, choice: str) -> None:
    """Answer this team's prompt with a choice's key."""
    with _move(game, TableEvent.Kind.ANSWER, team, number, choice=choice) as table:
        prompt = table.play.prompt
        if not isinstance(prompt, Ask) or prompt.team != team:
            raise Refused(MoveRefusal.NOT_YOUR_TURN)
        table.play.answer(choice)


def answer_usual(*, game: TableGame, team: int, number: int) -> None:
    """Give the usual answers to this team's prompt and to its other prompts before the dice."""
    with _move(game, TableEvent.Kind.ANSWER, team, number, choice="usual") as table:
        prompt = table.play.prompt
        if not isinstance(prompt, Ask) or prompt.team != team:
            raise Refused(MoveRefusal.NOT_YOUR_TURN)
        table.play.answer_usual()


def roll(*, game: TableGame, team: int, number: int) -> None:
    """Continue the play: the server rolls, or recorded dice are used again."""
    with _move(game, TableEvent.Kind.ROLL, team, number) as table:
        prompt = table.play.prompt
        if not isinstance(prompt, Ready):
            raise Refused(MoveRefusal.NOTHING_TO_ROLL)
        if prompt.team != team:
            raise Refused(MoveRefusal.NOT_YOUR_TURN)
        table.play.answer("")


def announce_choice(*, game: TableGame, team: int, number: int, word: str) -> None:
    """Announce a choice before the dice are rolled, such as "walk"."""
    with _move(game, TableEvent.Kind.ANNOUNCE, team, number, word=word) as table:
        key = table.play.possible_announcements(team).get(word)
        if key is None:
            raise Refused(MoveRefusal.NOT_POSSIBLE, fault=f"“{word}” is not possible now.")
        table.play.say(*key.split(), called=word, team=team)


def retract(*, game: TableGame, team: int, number: int) -> None:
    """Retract the team's last announcement. This is free until the dice are rolled."""
    with _move(game, TableEvent.Kind.RETRACT, team, number) as table:
        if not table.can_retract(team):
            raise Refused(MoveRefusal.NOT_YOUR_TURN)
        table.play.unsay()


def settle(*, game: TableGame, team: int, number: int, enters: str = "", leaves: str = "") -> None:
    """Make a required change. Without players, move the fielders to positions on their cards."""
    with _move(game, TableEvent.Kind.SETTLE, team, number, enters=enters, leaves=leaves) as table:
        prompt = table.play.prompt
        if not isinstance(prompt, Settle):
            raise Refused(MoveRefusal.NOTHING_TO_SETTLE)
        if prompt.team != team:
            raise Refused(MoveRefusal.NOT_YOUR_TURN)
        if enters:
            table.play.settle(enters, leaves)
        else:
            table.play.settle_by_moving()


def change_players(*, game: TableGame, team: int, number: int, reason: str, enters: str, leaves: str) -> None:
    """Substitute a player. Raise Refused with the ruling if the change isn't legal."""
    content = {"reason": reason, "enters": enters, "leaves": leaves}
    with _move(game, TableEvent.Kind.CHANGE, team, number, **content) as table:
        side = table.play.game.state.sides[team]
        kind = next((kind for kind in REASONS if kind == reason), None)
        if kind is None or enters not in side.bench or leaves not in (*side.order, *side.field):
            raise Refused(MoveRefusal.NO_SUCH_CHANGE, field="enters")
        _require(table, table.play.change(team, kind, enters, leaves))


def enter_dice(*, game: TableGame, team: int, number: int, text: str) -> None:
    """Enter real dice. They count after the opponent confirms them, or at once if no one has to confirm them."""
    with _move(game, TableEvent.Kind.ENTER_DICE, team, number, text=text) as table:
        _check_roller(table, team)
        faces = dice_from(text, table.play.game.system.dice)
        if faces is None:
            raise Refused(MoveRefusal.NOT_DICE, field="text")
        if table.opponent_must_agree(team) and not game.has_scorekeeper:
            table.play.check_dice(faces)
            table.entered = EnteredDice(team, faces)
        else:
            table.play.answer(faces)


def _check_roller(table: PlayTable, team: int) -> None:
    if table.game.dice == TableGame.Dice.COMMITTED:
        raise Refused(MoveRefusal.SERVER_ROLLS)
    if table.entered is not None:
        raise Refused(MoveRefusal.DICE_WAIT)
    if not isinstance(table.play.prompt, Roll):
        raise Refused(MoveRefusal.NOTHING_TO_ROLL)
    if table.roller != team:
        raise Refused(MoveRefusal.NOT_THE_ROLLER)


def confirm_dice(*, game: TableGame, team: int, number: int) -> None:
    """Confirm the dice that the opponent entered."""
    with _move(game, TableEvent.Kind.CONFIRM_DICE, team, number) as table:
        table.play.answer(_take_entered(table, team).faces)


def challenge_dice(*, game: TableGame, team: int, number: int) -> None:
    """Challenge the dice that the opponent entered. They don't count, and the opponent enters the dice again."""
    with _move(game, TableEvent.Kind.CHALLENGE_DICE, team, number) as table:
        _take_entered(table, team)
        table.challenge_by = team


def _take_entered(table: PlayTable, team: int) -> EnteredDice:
    entered = table.entered
    if entered is None or entered.team == team:
        raise Refused(MoveRefusal.NO_DICE_WAIT)
    table.entered = None
    return entered


def call_time(*, game: TableGame, team: int, number: int) -> None:
    """Call time to change players. Play stops until the team resumes it, and the opponent can't roll."""
    with _move(game, TableEvent.Kind.CALL_TIME, team, number) as table:
        if not table.opponent_must_agree(team):
            raise Refused(MoveRefusal.NO_ONE_TO_WAIT)
        table.time_called_by = team


def resume(*, game: TableGame, team: int, number: int) -> None:
    """Resume play after a time-out.

    The team that called time can resume at any time, the opponent only after a few minutes.
    """
    with acting(game, TableEvent.Kind.RESUME, team=team, number=number) as table:
        if table.time_called_by is None:
            raise Refused(MoveRefusal.NO_TIME_OUT)
        if table.time_called_by != team:
            _check_time_is_up(table, table.time_called_by)
        table.time_called_by = None


def _check_time_is_up(table: PlayTable, caller: int) -> None:
    since = timezone.now() - timedelta(minutes=TIME_OUT_MINUTES)
    calls = TableEvent.objects.filter(game=table.game, kind=TableEvent.Kind.CALL_TIME, at__gt=since)
    if calls.exists():
        raise Refused(MoveRefusal.TIME_IS_NOT_UP, team=table.game.names[caller], minutes=TIME_OUT_MINUTES)


def move_fielders(*, game: TableGame, team: int, number: int, positions: Mapping[str, str]) -> None:
    """Move fielders to other positions. `positions` has the players by their new positions."""
    with _move(game, TableEvent.Kind.MOVE_FIELDERS, team, number, positions=dict(positions)) as table:
        side = table.play.game.state.sides[team]
        if not positions or not set(positions) <= set(POSITIONS) or not set(positions.values()) <= set(side.field):
            raise Refused(MoveRefusal.NO_SUCH_CHANGE, field="positions")
        _require(table, table.play.move(team, dict(positions)))


def make_double_switch(*, game: TableGame, team: int, number: int, pitcher: str, leaves: str, fielder: str) -> None:
    """Bring in a pitcher in the batting order place of `leaves`. `fielder` takes that player's position."""
    content = {"pitcher": pitcher, "leaves": leaves, "fielder": fielder}
    with _move(game, TableEvent.Kind.DOUBLE_SWITCH, team, number, **content) as table:
        side = table.play.game.state.sides[team]
        in_game = (*side.order, *side.field)
        if pitcher not in side.bench or leaves not in in_game or fielder not in (*side.bench, *in_game):
            raise Refused(MoveRefusal.NO_SUCH_CHANGE, field="pitcher")
        ruling, events = double_switch(table.play.game, table.play.profile, team, pitcher, leaves, fielder)
        _require(table, ruling)
        table.play.happen(*events)


def _require(table: PlayTable, ruling: Ruling) -> None:
    """Raise Refused with the ruling's text unless it allows the change."""
    if not ruling:
        raise Refused(MoveRefusal.NOT_POSSIBLE, ruling.rule, fault=_clause(table.play.spoken(str(ruling))))
