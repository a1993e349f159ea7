"""Store a card set made of a real season and the ratings of a sheet."""

from collections.abc import Sequence

from core.errors import Refused
from drafts.models import CardSet, PlayerCard
from drafts.queries.card_set_owners import OPERATOR, CardSetUser
from drafts.refusals import CardSetRefusal
from drafts.services.card_sets import card_rows, check_name, park_rows, store_card_set
from seasons.lahman import SeasonError
from seasons.players_and_parks import Season, read_season
from seasons.strat_o_matic.ratings_cells import SYSTEM


def season_to_rate(*, year: int, league: str) -> tuple[Season, list[PlayerCard]]:
    """Return a season and its cards without ratings. Raises Refused if there is no such season."""
    try:
        season = read_season(year, league)
    except SeasonError as fault:
        raise Refused(CardSetRefusal.NO_SEASON, field=fault.field, fault=str(fault)) from None
    return season, card_rows(season)


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
    """Store the cards of a season with the ratings laid over them.

    Raises:
        Refused: The name is not usable. Nothing was changed.
    """
    check_name(name=name, replace=replace, user=user)
    rated = sum(bool(card.ratings) for card in cards)
    note = (
        f"Ratings of {rated} players from a sheet, over the season {year}. Statistics and ballparks are the season's."
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
