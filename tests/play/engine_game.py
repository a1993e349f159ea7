"""Replay a table's actions in an engine game, to compare it with the game in the database."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from play.models import TableEvent, TableGame
from play.opening import cached_games, open_table
from play.services.undo import LAST_ANSWER
from play.table import start_play
from rules_engine.baseball.changes import double_switch
from rules_engine.baseball.committed_dice import CommittedDice
from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.dice_line import dice_from
from rules_engine.baseball.events import GameHalted, to_document
from rules_engine.baseball.standing_orders import read_orders

Content = Mapping[str, Any]


class _EngineGame:
    """An engine game, and its pending undo request or typed dice for the other manager."""

    def __init__(self, talk: Dialogue, needs_consent: bool) -> None:
        self.talk = talk
        self.needs_consent = needs_consent
        self.undo_to: int | None = None
        self.is_misread = False
        self.faces: tuple[int, ...] = ()

    def repeat(self, event: TableEvent) -> None:
        """Repeat an action. Actions that don't change the engine game are skipped."""
        action = _ACTIONS.get(event.kind)
        if action is not None:
            action(self, event.team, event.content)
        if event.kind in _MOVES:
            self.undo_to = None
        self.talk.next()

    def request(self, to: int, *, is_misread: bool) -> None:
        if self.needs_consent:
            self.undo_to, self.is_misread = to, is_misread
        else:
            self.undo(to, is_misread=is_misread)

    def undo(self, to: int, *, is_misread: bool) -> None:
        self.faces = ()
        if to == LAST_ANSWER:
            self.talk.undo_answer()
        elif is_misread:
            self.talk.rewind(to, "misread dice, T31.8")
            self.talk.fresh()
        else:
            self.talk.rewind(to, "undone")


def _answer(game: _EngineGame, team: int, content: Content) -> None:
    if content["choice"] == "usual":
        game.talk.answer_usual()
    else:
        game.talk.answer(content["choice"])


def _concede(game: _EngineGame, team: int, content: Content) -> None:
    game.faces = ()
    game.talk.happen(GameHalted("conceded", f"by {game.talk.teams[team]}"))


def _announce(game: _EngineGame, team: int, content: Content) -> None:
    key = game.talk.possible_announcements(team)[content["word"]]
    game.talk.say(*key.split(), called=content["word"], team=team)


def _settle(game: _EngineGame, team: int, content: Content) -> None:
    if content["enters"]:
        game.talk.settle(content["enters"], content["leaves"])
    else:
        game.talk.settle_by_moving()


def _change(game: _EngineGame, team: int, content: Content) -> None:
    game.talk.change(team, content["reason"], content["enters"], content["leaves"])


def _switch(game: _EngineGame, team: int, content: Content) -> None:
    players = (content["pitcher"], content["leaves"], content["fielder"])
    _, events = double_switch(game.talk.game, game.talk.profile, team, *players)
    game.talk.happen(*events)


def _enter_dice(game: _EngineGame, team: int, content: Content) -> None:
    faces = dice_from(content["text"], game.talk.game.system.dice) or ()
    if game.needs_consent:
        game.faces = faces
    else:
        game.talk.answer(faces)


def _confirm_dice(game: _EngineGame, team: int, content: Content) -> None:
    faces, game.faces = game.faces, ()
    game.talk.answer(faces)


def _request_undo(game: _EngineGame, team: int, content: Content) -> None:
    game.request(content["to"], is_misread=False)


def _report_misread(game: _EngineGame, team: int, content: Content) -> None:
    game.request(content["to"], is_misread=True)


def _agree(game: _EngineGame, team: int, content: Content) -> None:
    to, game.undo_to = game.undo_to, None
    assert to is not None
    game.undo(to, is_misread=game.is_misread)


_Kind = TableEvent.Kind
_ACTIONS: Final[dict[str, Callable[[_EngineGame, Any, Content], None]]] = {
    _Kind.ANSWER: _answer,
    _Kind.SET_ORDERS: lambda game, team, content: game.talk.give_orders(team, read_orders(content)),
    _Kind.CONCEDE: _concede,
    _Kind.ROLL: lambda game, team, content: game.talk.answer(""),
    _Kind.ANNOUNCE: _announce,
    _Kind.RETRACT: lambda game, team, content: game.talk.unsay(),
    _Kind.SETTLE: _settle,
    _Kind.CHANGE: _change,
    _Kind.MOVE_FIELDERS: lambda game, team, content: game.talk.move(team, content["positions"]) and None,
    _Kind.DOUBLE_SWITCH: _switch,
    _Kind.ENTER_DICE: _enter_dice,
    _Kind.CONFIRM_DICE: _confirm_dice,
    _Kind.REQUEST_UNDO: _request_undo,
    _Kind.REPORT_MISREAD: _report_misread,
    _Kind.AGREE: _agree,
}
# a move cancels a request
_MOVES: Final = {*_ACTIONS} - {_Kind.REQUEST_UNDO, _Kind.REPORT_MISREAD, _Kind.AGREE, _Kind.SET_ORDERS}


def faults_of(game_id: int) -> list[str]:
    """Compare a game rebuilt from its rows with an engine game that gets the same answers."""
    game = TableGame.objects.get(pk=game_id)
    cached_games.clear()
    rebuilt = open_table(game)
    engine_game = _EngineGame(start_play(rebuilt), rebuilt.opponent_must_agree(0))
    engine_game.talk.next()
    actions = [*TableEvent.objects.filter(game=game).order_by("number")]
    for action in actions:
        if action.position:
            engine_game.repeat(action)
    stored_log = [entry for action in actions for entry in action.log]
    stored_rolls = [roll for action in actions for roll in action.rolls]
    pairs = {
        "log": (stored_log, [to_document(event) for event in engine_game.talk.game.log.events]),
        "rolls": (stored_rolls, _rolls(engine_game.talk)),
        "state": (rebuilt.play.game.state, engine_game.talk.game.state),
        "play in progress": (actions[-1].position["play"], engine_game.talk.to_document()),
        "prompt": (rebuilt.play.prompt, engine_game.talk.prompt),
        "numbers": ([action.number for action in actions], [*range(1, len(actions) + 1)]),
    }
    return [f"{game}: {name}: {rows!r} in the rows, {own!r} in the engine" for name, (rows, own) in _differing(pairs)]


def _rolls(talk: Dialogue) -> list[list[Any]]:
    return [list(roll) for roll in talk.dice.rolls] if isinstance(talk.dice, CommittedDice) else []


def _differing(pairs: Mapping[str, tuple[Any, Any]]) -> list[tuple[str, tuple[Any, Any]]]:
    return [(name, pair) for name, pair in pairs.items() if pair[0] != pair[1]]
