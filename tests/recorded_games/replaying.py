"""Replay a recorded game from its dice and decisions, with results determined by the rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules_engine.baseball.events import Rewound, from_document
from rules_engine.baseball.game_input import GameInputError, Option, check_choice
from rules_engine.systems.strat_o_matic.play.game import StratGame
from tests.recorded_games.league import new_game
from tests.recorded_games.written import RecordedGame, Step


@dataclass
class GivenInput:
    """Game input with the dice and decisions of a single play, in order."""

    values: list[str]
    given: int = 0

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        value = self._next(name)
        if not value.isdecimal() or not lowest <= int(value) < lowest + sides:
            raise GameInputError(f"{name} is thrown with a die of {sides}, the record has {value}")
        return int(value)

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        if len(options) == 1:
            return options[0].key
        value = self._next(question)
        check_choice(question, value, options)
        return value

    def _next(self, name: str) -> str:
        if self.given == len(self.values):
            raise GameInputError(f"the play goes on with {name}, and the record is at its end")
        self.given += 1
        return self.values[self.given - 1]

    def end(self) -> None:
        if left := self.values[self.given :]:
            raise GameInputError(f"the play is over, and the record goes on with {' '.join(left)}")


class OtherGameError(AssertionError):
    """The rules produce a different game from the record. The message names the step."""


def played_again(edition: str, game: RecordedGame) -> StratGame:
    """Replay the game. Raise OtherGameError at the first step that does not fit."""
    played = new_game(edition, game.head)
    for number, step in enumerate(game.steps, start=1):
        try:
            _take(played, step)
        except Exception as fault:
            raise OtherGameError(f"step {number}, {step!r}: {type(fault).__name__}: {fault}") from fault
    return played


def _take(game: StratGame, step: Step) -> None:
    if isinstance(step, str):
        game_input = GivenInput(step.split())
        game.play(game_input)
        game_input.end()
        return
    event = from_document(step)
    if isinstance(event, Rewound):
        game.rewind(event.to, event.why)
    else:
        game.append(event)
