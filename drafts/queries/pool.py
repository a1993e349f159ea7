"""A set's cards with their eligibility, cached, and the search for the draft room and card pages."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, Final

from drafts.models import CardSet, PlayerCard
from drafts.queries.pool_cards import COLUMNS, NAME_COLUMNS, CardName, PoolCard, names_of_cards, pool_card
from drafts.queries.statistics import LOW_IS_BEST, ratings_line, split_search
from rules_engine.innings import InningsError, parse_innings
from rules_engine.names import fits_search
from rules_engine.profile import Profile

__all__ = ["POSITION_FILTERS", "ROLES", "SORTS", "PoolCard", "cards_by_id", "filter_by_bound", "load_pool", "search"]

OUTFIELD: Final = ("LF", "CF", "RF")
_NUMBER: Final = re.compile(r"[0-9]{0,4}(\.[0-9]{1,4})?")
Sort = Callable[[PoolCard], Any]
Test = Callable[[PoolCard], bool]


def load_pool(card_set: CardSet, profile: Profile) -> tuple[PoolCard, ...]:
    """Return a set's cards sorted by name, with their eligibility under a rules edition.

    The result is cached per set version. Names of namesakes include a distinguishing mark.
    """
    return _pool(card_set.pk, card_set.version, card_set.created_at, profile)


def cards_by_id(card_set: CardSet, profile: Profile) -> Mapping[int, PoolCard]:
    """Return a set's cards by card ID, from the cache if possible."""
    return _cards_by_id(card_set.pk, card_set.version, card_set.created_at, profile)


@lru_cache(maxsize=8)
def _cards_by_id(card_set_id: int, version: int, created_at: object, profile: Profile) -> Mapping[int, PoolCard]:
    return {card.id: card for card in _pool(card_set_id, version, created_at, profile)}


@lru_cache(maxsize=8)
def _pool(card_set_id: int, version: int, created_at: object, profile: Profile) -> tuple[PoolCard, ...]:
    # including version and created_at in the cache key means that a replaced set is loaded again
    rows: list[dict[str, Any]] = list(PlayerCard.objects.filter(card_set_id=card_set_id).values(*COLUMNS))
    names = names_of_cards(CardName(*(row[column] for column in NAME_COLUMNS)) for row in rows)
    for row in rows:
        row["name"] = names[row["id"]]
    return tuple(sorted((pool_card(row, profile) for row in rows), key=lambda card: (card.words, card.code)))


def _best_first(name: str) -> Sort:
    """Return a sort by this statistic, best first. Cards without the statistic always come last."""
    sign = 1 if name in LOW_IS_BEST else -1

    def sort_key(card: PoolCard) -> float | None:
        value = getattr(card, name)
        return None if value is None else sign * value

    return sort_key


# best-first sorts; "-homeruns" reverses the order
_SORTED_STATISTICS: Final = (
    "games",
    "at_bats",
    "runs",
    "hits",
    "doubles",
    "triples",
    "homeruns",
    "runs_batted_in",
    "walks",
    "stolen_bases",
    "pitching_games",
    "games_started",
    "outs_pitched",
    "wins",
    "saves",
    "strikeouts_made",
    "average",
    "on_base",
    "slugging",
    *LOW_IS_BEST,
)
SORTS: Final[dict[str, Sort]] = {
    "name": lambda card: card.words,
    "position": lambda card: (card.label, card.words),
    **{name: _best_first(name) for name in _SORTED_STATISTICS},
}


def search(
    pool: Iterable[PoolCard],
    *,
    text: str = "",
    position: str = "",
    hand: str = "",
    role: str = "",
    eligible_only: bool = False,
    sort: str = "name",
    drafted: Collection[int] = frozenset(),
) -> list[PoolCard]:
    """Return the matching cards in order. Unknown filters match nothing. Unknown sorts fall back to name.

    Args:
        text: Parts of the name in any order, ignoring case and accents, and parts of printed ratings, such as ss-1.
        position: C to RF, OF for any outfielder, DH for a hitter without a position, P, SP or RP.
        hand: L, R or S: the side hitters bat from and pitchers throw with.
        role: hitter, pitcher, starter or reliever. Starters and relievers are players eligible for the role.
        drafted: Card IDs to exclude.
    """
    tests = list(_tests(text, position, hand, role, eligible_only, drafted))
    return _sorted([card for card in pool if all(test(card) for test in tests)], sort)


def _tests(
    text: str, position: str, hand: str, role: str, eligible_only: bool, drafted: Collection[int]
) -> Iterator[Test]:
    if drafted:
        yield lambda card: card.id not in drafted
    if eligible_only:
        yield lambda card: card.eligible
    if position:
        yield POSITION_FILTERS.get(position, lambda card: position in card.games_at)
    if hand:
        yield lambda card: (card.is_hitter and card.bats == hand) or (card.is_pitcher and card.throws == hand)
    if role:
        yield ROLES.get(role, lambda card: False)
    if text.strip():
        yield partial(_fits_text, text)


def _fits_text(text: str, card: PoolCard) -> bool:
    """Return whether the text matches the name, or the name and the printed ratings combined."""
    if fits_search(text, card.name):
        return True
    name, ratings = split_search(text)
    if not ratings or not card.ratings or not fits_search(name, card.name):
        return False
    line = ratings_line(card.ratings).casefold()
    return all(word in line for word in ratings)


ROLES: Final[dict[str, Test]] = {
    "hitter": lambda card: card.is_hitter,
    "pitcher": lambda card: card.is_pitcher,
    "starter": lambda card: card.may_start,
    "reliever": lambda card: card.may_relieve,
}


POSITION_FILTERS: Final[dict[str, Test]] = {
    "P": lambda card: card.is_pitcher,
    "SP": lambda card: card.is_starter,
    "RP": lambda card: card.is_reliever,
    "OF": lambda card: any(position in card.games_at for position in OUTFIELD),
    "DH": lambda card: not card.positions and card.is_hitter,
}


def _sorted(cards: list[PoolCard], sort: str) -> list[PoolCard]:
    sort_key = SORTS.get(sort.removeprefix("-"), SORTS["name"])
    keyed_cards = [(sort_key(card), card) for card in cards]
    with_value = [(value, card) for value, card in keyed_cards if value is not None]
    with_value.sort(key=lambda pair: pair[0], reverse=sort.startswith("-"))
    without_value = [card for value, card in keyed_cards if value is None]
    return [card for _, card in with_value] + without_value


def filter_by_bound(cards: Iterable[PoolCard], stat: str, bound: str, *, at_most: bool) -> list[PoolCard]:
    """Return the cards within the bound, or all cards if the statistic or the bound is empty or invalid.

    Cards without the statistic are excluded.

    Args:
        bound: A number in scoring notation: 30, .300, 3.25, or innings such as 120.2 for "outs_pitched".
        at_most: Whether the bound is a maximum instead of a minimum.
    """
    limit = parse_bound(stat, bound)
    if limit is None:
        return list(cards)

    def reaches_bound(card: PoolCard) -> bool:
        value = getattr(card, stat)
        if value is None:
            return False
        return bool(value <= limit if at_most else value >= limit)

    return [card for card in cards if reaches_bound(card)]


def parse_bound(stat: str, bound: str) -> float | None:
    """Parse a statistic's bound. Return None if the text is empty or not a number."""
    text = bound.strip()
    if not stat or not text:
        return None
    if stat == "outs_pitched":
        try:
            return parse_innings(text)
        except InningsError:
            return None
    return float(text) if _NUMBER.fullmatch(text) else None
