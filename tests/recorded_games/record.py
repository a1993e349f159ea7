"""Record the games again: python -m tests.recorded_games.record [edition ...]

Do so only for an intended change, in its own commit that states which games differ and why.
"""

import random
import sys
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from typing import Any

from rules_engine.baseball.game import NotReadyError
from rules_engine.eligibility.game_ending import game_rules
from rules_engine.profile import load_profile
from rules_engine.systems.strat_o_matic.batting.parks import load_parks
from tests.recorded_games.league import CLUBS, EDITIONS, new_game
from tests.recorded_games.managers import Managers
from tests.recorded_games.written import RecordedGame, recorded, save

GAMES = 200
IN_FULL_EVERY = 20
FIRST_SEED = 5_000  # from this seed on, the games include every die and decision that the tests require
OTHER_RULES: tuple[Mapping[str, Any], ...] = (
    {"runner_on_second_from": 10},
    {"innings": 7, "mercy_lead": 8, "mercy_from": 5},
    {"innings": 3, "runner_on_second_from": 4},
    {"innings": 5, "mercy_lead": 4, "mercy_from": 3},
    {"only_half_inning": True},
)


def plan(edition: str, number: int) -> dict[str, Any]:
    """Return the settings of the game with this number. Half of the games have nine innings.

    In Senior Seminar only a fifth do, since every roll has a fourth die to record. STAR mostly uses the tournament's
    rules.
    """
    drawn = random.Random(f"{edition} {number}")
    clubs = [[club, drawn.randrange(5)] for club in drawn.sample(CLUBS, 2)]
    tournament = edition == "star" and number % 3 != 0
    if tournament:
        rules: Mapping[str, Any] = game_rules(load_profile("purestrat@1"))._asdict()
    else:
        nine = number % (5 if edition == "senior_seminar" else 2) == 1
        rules = {} if nine else OTHER_RULES[number // 2 % len(OTHER_RULES)]
    return {
        "number": number,
        "clubs": clubs,
        "profile": "purestrat@1" if tournament else "",
        "rules": dict(rules),
        "park": drawn.choice(sorted(load_parks())),
        "nobody_left": number % 5 == 3,  # on the bench
        "hitter": edition != "star" and number % 5 == 4,
        "relief_outs": drawn.choice((3, 6)) if tournament and number % 4 == 1 else 0,
        "whims": (0.0, 0.3, 0.8)[number % 7 % 3],
    }


def played(edition: str, number: int) -> RecordedGame:
    """Return the game with the first seed that the managers can finish, since they miss some legal changes."""
    head = plan(edition, number)
    profile = load_profile(head["profile"]) if head["profile"] else None
    ends = {"concede_in": 4 if number % 40 == 7 else 0, "suspend_in": 3 if number % 40 == 27 else 0}
    for seed in count(FIRST_SEED + number, GAMES):
        game = new_game(edition, head)
        with suppress(NotReadyError):
            Managers(game, profile, head["whims"], seed).play_out(**ends)
        if game.state.ending:
            break
    return recorded(head, game.log, in_full=number % IN_FULL_EVERY == 0)


def main(editions: list[str]) -> None:
    for edition in editions or EDITIONS:
        save(edition, [played(edition, number) for number in range(1, GAMES + 1)])
        sys.stdout.write(f"{edition}: {GAMES} games\n")


if __name__ == "__main__":
    main(sys.argv[1:])
