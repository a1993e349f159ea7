"""Store a card set built from a real season and a ratings sheet."""

import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Final

from django.conf import settings

from core.child_process import ReadLimits, UnreadableFile, read_in_child
from core.errors import Refused
from drafts.models import CardSet, PlayerCard
from drafts.queries.card_set_owners import OPERATOR, CardSetUser
from drafts.refusals import CardSetRefusal
from drafts.services.card_sets import card_rows, check_name, park_rows, store_card_set
from seasons.lahman import SeasonError
from seasons.players_and_parks import Season, read_season
from seasons.strat_o_matic.made_ratings import made_ratings
from seasons.strat_o_matic.ratings_cells import SYSTEM

logger = logging.getLogger(__name__)
_CARD_MAKING: Final = ReadLimits(seconds=60, megabytes=640)


def season_to_rate(*, year: int, league: str) -> tuple[Season, list[PlayerCard]]:
    """Return a season and its cards without ratings. Raise Refused if the season doesn't exist."""
    try:
        season = read_season(year, league)
    except SeasonError as fault:
        raise Refused(CardSetRefusal.NO_SEASON, field=fault.field, fault=str(fault)) from None
    return season, card_rows(season)


def add_made_ratings(cards: Sequence[PlayerCard], year: int) -> int:
    """Add the season's generated ratings where cards lack ratings. Return the number of cards that gained ratings."""
    try:
        made = _made_ratings(year)
    except (UnreadableFile, SeasonError) as error:
        logger.warning("no made cards of %s: %s", year, error)
        return 0
    for card in cards:
        own = made.get(card.code, {})
        card.made_ratings = {name: text for name, text in own.items() if name not in card.ratings}
    return sum(bool(card.made_ratings) for card in cards)


@lru_cache(maxsize=4)
def _made_ratings(year: int) -> Mapping[str, Mapping[str, str]]:
    """Return generated ratings for a season's cards.

    The ratings are computed once, in a child process, so that pages stay fast.
    """
    reader = partial(made_ratings, year, settings.DATA_DIR / "cards")
    return read_in_child(reader, file_name=f"The cards of {year}", limits=_CARD_MAKING, raises=(SeasonError,))


def store_rated_season(
    *,
    name: str,
    year: int,
    league: str,
    season: Season,
    cards: Sequence[PlayerCard],
    replace: bool = False,
    is_private: bool = False,
    user: CardSetUser = OPERATOR,
) -> CardSet:
    """Store a season's cards with the sheet's ratings.

    Raises:
        Refused: The name is invalid. Nothing is changed.
    """
    check_name(name=name, replace=replace, user=user)
    rated = sum(bool(card.ratings) for card in cards)
    made = add_made_ratings(cards, year)
    note = (
        f"Ratings of {rated} players come from a sheet. Statistics and ballparks come from the season {year}."
        f"{' Other ratings are computed from statistics.' if made else ''}"
    )
    facts = {
        "source": CardSet.Source.FILE,
        "system": SYSTEM,
        "season": year,
        "league": league,
        "note": note,
    }
    return store_card_set(
        name=name,
        cards=cards,
        parks=park_rows(season),
        replace=replace,
        facts=facts,
        user=user,
        is_private=is_private,
    )
