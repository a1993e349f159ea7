"""A two-way player whose bat and arm are on two rows of a card file."""

from copy import copy
from typing import Final

from drafts.card_files.same_player import could_be_same_player
from drafts.models import PlayerCard
from seasons.players_and_parks import PITCHING

_OF_THE_ARM: Final = (*PITCHING, "is_pitcher", "is_starter", "is_reliever")
_OF_EITHER: Final = ("clubs", "bats", "throws", "birth_year")


def join_two_way(namesakes: dict[int, PlayerCard]) -> list[PlayerCard]:
    """Join a row for the bat and a row for the arm, in the place of the former; return the joined cards."""
    pairs = [
        (bat, arm)
        for bat, hitter in namesakes.items()
        for arm, pitcher in namesakes.items()
        if not hitter.is_pitcher and pitcher.is_pitcher and _is_same_player(hitter, pitcher)
    ]
    joined = []
    for bat, arm in pairs:
        if sum(bat in pair or arm in pair for pair in pairs) > 1:
            continue  # it is not plain who is whose
        namesakes[bat] = _joined(namesakes[bat], namesakes.pop(arm))
        joined.append(namesakes[bat])
    return joined


def _is_same_player(bat: PlayerCard, arm: PlayerCard) -> bool:
    """The same code, year of birth or clubs, and nothing that tells them apart."""
    if not could_be_same_player(bat, arm):
        return False
    same_year = bat.birth_year is not None and bat.birth_year == arm.birth_year
    same_clubs = not (bat.clubs and arm.clubs) or bat.clubs.upper() == arm.clubs.upper()
    return bat.code == arm.code or same_year or same_clubs


def _joined(bat: PlayerCard, arm: PlayerCard) -> PlayerCard:
    card = copy(bat)
    for name in _OF_THE_ARM:
        setattr(card, name, getattr(arm, name))
    for name in _OF_EITHER:
        setattr(card, name, getattr(bat, name) or getattr(arm, name))
    card.ratings = {**arm.ratings, **bat.ratings}
    card.also_hits = not bat.at_bats  # otherwise his numbers say whether he hits as a regular
    return card
