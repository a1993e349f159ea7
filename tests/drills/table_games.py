"""Create friendly games at play tables, in every ruleset in turn."""

import random
from collections.abc import Sequence
from typing import Final

from play.models import TableGame
from play.queries.rulesets import ruleset_titles
from play.services.seats import get_ready, sit_down
from play.services.starting import StartOptions, create_game, prepare_game
from tabletop.season_plays import season_play_for

_DICE: Final = ("committed", "committed", "real")
_SEASON: Final = 1998


def rulesets() -> list[str]:
    return [*ruleset_titles()]


def make_cards(chosen: Sequence[str]) -> None:
    """Make these rulesets' cards, which takes a minute or two for all of them."""
    for ruleset in chosen:
        system, _, edition = ruleset.partition("/")
        season_play_for(system).season(edition, str(_SEASON))


def start_game(number: int, chance: random.Random) -> TableGame:
    """Return a game before its next pitch. Every second game starts late, so that some sequences reach a game's end."""
    game = new_game(number, chance)
    for seat in game.seats.select_related("game"):
        sit_down(seat=seat)  # the first device creates a new link
        get_ready(game=game, team=seat.team, part=f"part {seat.team}")
    return TableGame.objects.get(pk=game.pk)


def new_game(number: int, chance: random.Random) -> TableGame:
    """Return a prepared game in its lobby. Consecutive numbers have different rulesets."""
    chosen = rulesets()
    options = StartOptions(
        ruleset=chosen[number % len(chosen)],
        season=_SEASON,
        away="NYA",
        home="ATL",
        dice=_DICE[number % len(_DICE)],
        situation=_late_situation(chance) if chance.random() < 0.5 else {},
    )
    game, _ = create_game(options=options, network=f"sequence {number}")
    prepare_game(game.pk)
    return TableGame.objects.get(pk=game.pk)


def _late_situation(chance: random.Random) -> dict[str, int]:
    """Return a situation in the seventh to tenth inning. The home team isn't ahead, so the game isn't over."""
    away_score = chance.randrange(6)
    return {
        "inning": chance.randrange(7, 11),
        "half": chance.randrange(2),
        "outs": chance.randrange(3),
        "away_score": away_score,
        "home_score": chance.randrange(away_score + 1),
        "third": chance.choice((0, 2)),
        "second": chance.choice((0, 3)),
        "first": chance.choice((0, 4)),
        "away_due": 5,
        "home_due": 5,
    }
