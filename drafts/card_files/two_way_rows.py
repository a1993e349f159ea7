"""Join a two-way player's hitter and pitcher rows in a card file."""

from copy import copy
from typing import Final

from drafts.card_files.same_player import could_be_same_player
from drafts.models import PlayerCard
from seasons.players_and_parks import PITCHING

_PITCHER_FIELDS: Final = (*PITCHING, "is_pitcher", "is_starter", "is_reliever")
_SHARED_FIELDS: Final = ("clubs", "bats", "throws", "birth_year")


def join_two_way(namesakes: dict[int, PlayerCard]) -> list[PlayerCard]:
    """Merge each two-way player's rows in place, at the hitter's row. Return the merged cards."""
    pairs = []
    for hitter_row, hitter in namesakes.items():
        for pitcher_row, pitcher in namesakes.items():
            if not hitter.is_pitcher and pitcher.is_pitcher and _is_same_player(hitter, pitcher):
                pairs.append((hitter_row, pitcher_row))
    joined_cards = []
    for hitter_row, pitcher_row in pairs:
        is_ambiguous = sum(hitter_row in pair or pitcher_row in pair for pair in pairs) > 1
        if is_ambiguous:
            continue
        card = _join_cards(namesakes[hitter_row], namesakes.pop(pitcher_row))
        namesakes[hitter_row] = card
        joined_cards.append(card)
    return joined_cards


def _is_same_player(hitter: PlayerCard, pitcher: PlayerCard) -> bool:
    """Return whether two rows share a code, birth year or clubs, with no conflicting facts."""
    if not could_be_same_player(hitter, pitcher):
        return False
    has_same_year = hitter.birth_year is not None and hitter.birth_year == pitcher.birth_year
    lacks_clubs = not hitter.clubs or not pitcher.clubs
    has_same_clubs = lacks_clubs or hitter.clubs.upper() == pitcher.clubs.upper()
    return hitter.code == pitcher.code or has_same_year or has_same_clubs


def _join_cards(hitter: PlayerCard, pitcher: PlayerCard) -> PlayerCard:
    card = copy(hitter)
    for name in _PITCHER_FIELDS:
        setattr(card, name, getattr(pitcher, name))
    for name in _SHARED_FIELDS:
        setattr(card, name, getattr(hitter, name) or getattr(pitcher, name))
    card.ratings = {**pitcher.ratings, **hitter.ratings}
    card.also_hits = not hitter.at_bats  # at-bats already show that the player hits
    return card
