"""Chances of every play after a manager's choice. Earlier answers are replayed, and later dice are enumerated."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, Final

from rules_engine.baseball.bases import BATTER, HOME
from rules_engine.baseball.enumeration import exact_chances, nearly_exact_chances
from rules_engine.baseball.events import PlayMade, Record
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import Chooser, GameInput, GameInputError, Option
from rules_engine.baseball.plays import OUT, Destinations, Play
from rules_engine.baseball.system_types import PlayOdds

OUTS: Final = 3
RAREST_BRANCH: Final = 0.0003  # rarer branches are pruned


@dataclass(slots=True)
class AnsweredInput:
    """Input that replays a record's rolls and answers, then calls `choose` and `dice`.

    Without dice, a roll after the record raises GameInputError.
    """

    record: Record
    choose: Chooser
    dice: GameInput | None = None
    position: int = field(default=0)

    @property
    def is_used_up(self) -> bool:
        return self.position == len(self.record)

    def roll(self, name: str, sides: int, lowest: int = 1) -> int:
        if not self.is_used_up:
            return int(self._next(name))
        if self.dice is None:
            raise GameInputError(f"{name} is not rolled yet")
        return self.dice.roll(name, sides, lowest)

    def ask(self, side: str, question: str, options: Sequence[Option]) -> str:
        if len(options) == 1:
            return options[0].key
        return str(self._next(question)) if not self.is_used_up else self.choose(side, question, options)

    def _next(self, name: str) -> int | str:
        recorded_name, value = self.record[self.position]
        if recorded_name != name:
            raise GameInputError(f"the game asks for {name}, but the record has {recorded_name}")
        self.position += 1
        return value


def count_plays(game: Game[Any, Any], record: Record, choose: Chooser) -> PlayOdds:
    """Return the chances of every play in the game after these rolls and answers, using the rules that play it."""

    def play(dice: GameInput) -> Play:
        return game.try_out(AnsweredInput(record, choose, dice)).play

    return PlayOdds(*nearly_exact_chances(play, choose, RAREST_BRANCH))


def with_forced_steal(
    game: Game[Any, Any], odds: Mapping[Play, Fraction], is_forced: Callable[[Any], bool]
) -> dict[Play, Fraction]:
    """Return the odds, with a strikeout and the steal it forces combined into one play.

    `is_forced` checks the tracker after the strikeout.
    """
    state, combined = game.state, dict(odds)
    for play in [play for play in odds if play.kind == "strikeout" and play.code]:
        after = game.tried(PlayMade(play, state.batting.batter, state.fielding.pitcher))
        if state.outs + play.to.count(OUT) >= OUTS or not is_forced(after.tracker):
            continue
        chance = combined.pop(play)
        for steal, share in exact_chances(partial(_next_play, after)).items():
            both = Play(play.kind, _destinations(play.to, steal.to), steal.rule, code=play.code)
            combined[both] = combined.get(both, Fraction(0)) + chance * share
    return combined


def _next_play(game: Game[Any, Any], game_input: GameInput) -> Play:
    return game.try_out(game_input).play


def _destinations(first: Destinations, second: Destinations) -> Destinations:
    """Return the final base of each runner who moved in the first play and, from there, in the second."""
    batter, *runners = (second[base] if BATTER < base < HOME else base for base in first)
    return (batter, runners[0], runners[1], runners[2])
