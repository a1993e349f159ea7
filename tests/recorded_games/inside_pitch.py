"""Recorded games of Inside Pitch in the common format.

Run python -m tests.recorded_games.inside_pitch to record them again.
"""

import json
import sys
from typing import Any, Final

from rules_engine.baseball.events import from_document
from rules_engine.baseball.game import Game
from rules_engine.baseball.log import GameLog
from tests.recorded_games.league import ROOM
from tests.recorded_games.replaying import GivenInput
from tests.recorded_games.written import RecordedGame, recorded, save
from tests.rules_engine.systems.inside_pitch.players import new_game, play_out

KEY: Final = "inside_pitch"
GAMES: Final = 200
IN_FULL_EVERY: Final = 50
EDITIONS: Final = ("roll", "suggest", "off", "suggest+pull+exhausted+infield_fly+foul_popups", "roll+pull")
PARKS: Final = ("", "hitters", "pitchers")


def plan(number: int) -> dict[str, Any]:
    """Return the settings of the game with this number."""
    edition, park = EDITIONS[number % len(EDITIONS)], PARKS[number % len(PARKS)]
    return {"number": number, "edition": edition, "park": park, "teams": 3 + number % 7}


def begun(head: dict[str, Any]) -> Game[Any, Any]:
    return new_game(head["edition"], head["teams"], head["park"])


def played(number: int) -> RecordedGame:
    head = plan(number)
    game = play_out(begun(head), 5_000 + number)
    return recorded(head, game.log, in_full=number % IN_FULL_EVERY == 0)


def played_again(game: RecordedGame) -> GameLog:
    """Replay the game from only its dice and decisions."""
    again = begun(dict(game.head))
    for step in game.steps:
        if isinstance(step, str):
            game_input = GivenInput(step.split())
            again.play(game_input)
            game_input.end()
        elif step["event"] != "hurt":  # the play itself already includes an injury on the play
            again.append(from_document(step))
    return again.log


def load() -> list[RecordedGame]:
    document = json.loads((ROOM / f"{KEY}.json").read_text(encoding="utf-8"))
    return [RecordedGame(**game) for game in document["games"]]


if __name__ == "__main__":
    save(KEY, [played(number) for number in range(1, GAMES + 1)])
    sys.stdout.write(f"{KEY}: {GAMES} games\n")
