"""Recorded games of Pine Tar. Run python -m tests.recorded_games.pine_tar to record them again.

Do so only for an intended change, in its own commit that states which games differ and why.
"""

import random
import sys
from collections.abc import Sequence
from typing import Any, Final

from rules_engine.baseball.events import Rewound, from_document
from rules_engine.baseball.game import Game
from rules_engine.baseball.game_input import Option, RandomInput
from rules_engine.game_rules import GameRules
from rules_engine.systems.pine_tar import system
from tests.recorded_games.league import Head
from tests.recorded_games.replaying import GivenInput
from tests.recorded_games.written import RecordedGame, Step, recorded, save
from tests.rules_engine.systems.pine_tar.league import game

GAMES: Final = 200
IN_FULL_EVERY: Final = 50
KEY: Final = "pine_tar"
EDITIONS: Final = ("full", "standard", "full+alternate_randomizer", "standard+base_stealing+hit_and_run")
OTHER_RULES: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"innings": 3, "runner_on_second_from": 4},
    {"innings": 5, "mercy_lead": 4, "mercy_from": 3},
    {},
    {"innings": 7, "runner_on_second_from": 8},
    {"innings": 4},
)


def plan(number: int) -> dict[str, Any]:
    """Return the settings of the game with this number. `whims` is the managers' share of random decisions."""
    rules = OTHER_RULES[number % len(OTHER_RULES)]
    return {"number": number, "edition": EDITIONS[number % 4], "rules": rules, "whims": (0.05, 0.3, 0.7)[number % 3]}


def new_game(head: Head) -> Game[Any, Any]:
    return game(head["number"], head["edition"], GameRules(**head["rules"]))


def played(number: int) -> RecordedGame:
    """Play with the computer manager plus random decisions, and sometimes undo a play."""
    head = plan(number)
    made, whims = new_game(head), random.Random(f"whims {number}")
    pilot = system.pilot(made)

    def choose(side: str, question: str, options: Sequence[Option]) -> str:
        if whims.random() < head["whims"]:
            return whims.choice(options).key
        return pilot.choose(side, question, options)

    game_input = RandomInput(number, choose)
    while not made.state.over:
        pilot.changes()
        made.play(game_input)
        if whims.random() < 0.004:
            made.undo()
    made.finish(game_input)
    return recorded(head, made.log, in_full=number % IN_FULL_EVERY == 0)


def played_again(record: RecordedGame) -> Game[Any, Any]:
    """Replay a game from its dice and decisions. Rolls after the game are a step too."""
    made = new_game(record.head)
    for step in record.steps:
        _take(made, step)
    return made


def _take(made: Game[Any, Any], step: Step) -> None:
    if isinstance(step, str):
        game_input = GivenInput(step.split())
        made.play(game_input)
        game_input.end()
        return
    event = from_document(step)
    if isinstance(event, Rewound):
        made.rewind(event.to, event.why)
    else:
        made.append(event)


if __name__ == "__main__":
    save(KEY, [played(number) for number in range(1, GAMES + 1)])
    sys.stdout.write(f"{KEY}: {GAMES} games\n")
