"""The play in progress as JSON values and back, so that any process can continue a game after its log is loaded."""

from collections.abc import Mapping
from typing import Any

from rules_engine.baseball.dialogue import Dialogue
from rules_engine.baseball.going_back import Die, Moment, moment
from rules_engine.baseball.log import GameLog
from rules_engine.baseball.play_under_way import Given


def play_document(talk: Dialogue) -> dict[str, Any]:
    """Return what a dialogue knows beyond its log: answers, dice of interrupted plays, accepted positions."""
    broken_off = [
        [_number_of(talk.game.log, point), _dice_rows(dice)] for point, dice in talk.interrupted_dice.items() if dice
    ]
    return {
        "given": [list(entry) for entry in talk.given],
        "noted": talk.noted,
        "begun": talk.begun,
        "waits": talk.waits,
        "retracted": _dice_rows(talk.taken_back),
        "interrupted": broken_off,
        "misplaced": [[list(pair) for pair in pairs] for pairs in sorted(talk.accepted_misplacements)],
    }


def restore_play(talk: Dialogue, document: Mapping[str, Any]) -> None:
    """Continue with a play that `play_document` wrote. The dialogue's game has the log of that time."""
    talk.given = [Given(name, value, typed) for name, value, typed in document["given"]]
    talk.noted, talk.begun, talk.waits = document["noted"], document["begun"], document["waits"]
    talk.taken_back = _dice(document["retracted"])
    log = talk.game.log
    for number, rows in document["interrupted"]:
        talk.interrupted_dice[(log.plays_after(number), log.state_after(number))] = _dice(rows)
    talk.accepted_misplacements = {
        tuple((position, player) for position, player in pairs) for pairs in document["misplaced"]
    }


def _number_of(log: GameLog, point: Moment) -> int:
    """Return the number of the last event after which the game was at this moment."""
    if point == moment(log):
        return log.number
    numbers = range(log.number, -1, -1)
    return next(number for number in numbers if (log.plays_after(number), log.state_after(number)) == point)


def _dice_rows(dice: Mapping[Die, int]) -> list[list[str | int]]:
    return [[name, turn, value] for (name, turn), value in dice.items()]


def _dice(rows: list[list[Any]]) -> dict[Die, int]:
    return {(name, turn): value for name, turn, value in rows}
