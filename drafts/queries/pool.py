"""The cards of a set with their rulings, kept in memory, and the search that the draft room and the card pages use."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from drafts.models import CardSet, PlayerCard
from drafts.queries.pool_cards import COLUMNS, NAME_COLUMNS, CardName, PoolCard, names_of_cards, pool_card
from drafts.queries.statistics import LOW_IS_BEST
from rules_engine.innings import InningsError, parse_innings
from rules_engine.names import fits_search
from rules_engine.profile import Profile

__all__ = ["POSITION_FILTERS", "ROLES", "SORTS", "PoolCard", "cards_by_id", "passes", "load_pool", "search"]

OUTFIELD: Final = ("LF", "CF", "RF")
_NUMBER: Final = re.compile(r"[0-9]{0,4}(\.[0-9]{1,4})?")
Sort = Callable[[PoolCard], Any]
Test = Callable[[PoolCard], bool]


def load_pool(card_set: CardSet, profile: Profile) -> tuple[PoolCard, ...]:
    """All cards of a set by sort name, ruled on under an edition. Kept per version of the set, so call it freely.

    Men of one name have what tells them apart in their names.
    """
    return _pool(card_set.pk, card_set.version, card_set.created_at, profile)


def cards_by_id(card_set: CardSet, profile: Profile) -> Mapping[int, PoolCard]:
    """The same by card number."""
    return _by_number(card_set.pk, card_set.version, card_set.created_at, profile)


@lru_cache(maxsize=8)
def _by_number(card_set_id: int, version: int, created_at: object, profile: Profile) -> Mapping[int, PoolCard]:
    return {card.id: card for card in _pool(card_set_id, version, created_at, profile)}


@lru_cache(maxsize=8)
def _pool(card_set_id: int, version: int, created_at: object, profile: Profile) -> tuple[PoolCard, ...]:
    # version and created_at are there for the key alone: a set that was replaced is read again
    rows: list[dict[str, Any]] = list(PlayerCard.objects.filter(card_set_id=card_set_id).values(*COLUMNS))
    names = names_of_cards(CardName(*(row[column] for column in NAME_COLUMNS)) for row in rows)
    for row in rows:
        row["name"] = names[row["id"]]
    return tuple(sorted((pool_card(row, profile) for row in rows), key=lambda card: (card.words, card.code)))


def _best(name: str) -> Sort:
    """Best first; cards without an average come last whichever way the list runs."""
    sign = 1 if name in LOW_IS_BEST else -1
    return lambda card: None if (value := getattr(card, name)) is None else sign * value


# best first; "-homeruns" turns the order round
SORTS: Final[dict[str, Sort]] = {
    "name": lambda card: card.words,
    "position": lambda card: (card.label, card.words),
    **{
        name: _best(name)
        for name in (
            *("games", "at_bats", "runs", "hits", "doubles", "triples", "homeruns", "runs_batted_in", "walks"),
            *("stolen_bases", "pitching_games", "games_started", "outs_pitched", "wins", "saves", "strikeouts_made"),
            *("average", "on_base", "slugging", *LOW_IS_BEST),
        )
    },
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
    taken: Collection[int] = frozenset(),
) -> list[PoolCard]:
    """The cards that answer, in order. Unknown filters find nothing; an unknown sort goes by name.

    text: parts of words of the name, in any order and any way of writing it. position: C .. RF, OF for any outfielder,
    DH for a hitter without a position, P, SP, RP. hand: L, R or S, the side he bats from (for pitchers: throws).
    role: hitter, pitcher, starter or reliever (the last two by the card and the edition: who may). taken: ids to
    leave out.
    """
    tests = list(_tests(text, position, hand, role, eligible_only, taken))
    return _sorted([card for card in pool if all(test(card) for test in tests)], sort)


def _tests(
    text: str, position: str, hand: str, role: str, eligible_only: bool, taken: Collection[int]
) -> Iterator[Test]:
    if taken:
        yield lambda card: card.id not in taken
    if eligible_only:
        yield lambda card: card.eligible
    if position:
        yield POSITION_FILTERS.get(position, lambda card: position in card.games_at)
    if hand:
        yield lambda card: (card.is_hitter and card.bats == hand) or (card.is_pitcher and card.throws == hand)
    if role:
        yield ROLES.get(role, lambda card: False)
    if text.strip():
        yield lambda card: fits_search(text, card.name)


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
    "OF": lambda card: any(at in card.games_at for at in OUTFIELD),
    "DH": lambda card: not card.positions and card.is_hitter,
}


def _sorted(cards: list[PoolCard], sort: str) -> list[PoolCard]:
    key = SORTS.get(sort.removeprefix("-"), SORTS["name"])
    keyed = [(key(card), card) for card in cards]
    known = [pair for pair in keyed if pair[0] is not None]
    known.sort(key=lambda pair: pair[0], reverse=sort.startswith("-"))
    return [card for _, card in known] + [card for value, card in keyed if value is None]


def passes(cards: Iterable[PoolCard], stat: str, bound: str, *, at_most: bool) -> list[PoolCard]:
    """The cards that reach the bound; all of them where no statistic or no number is given.

    `bound` as a scorer writes it: 30, .300, 3.25, or innings such as 120.2 for "outs_pitched". A card without the
    statistic does not reach it.
    """
    limit = parse_bound(stat, bound)
    if limit is None:
        return list(cards)
    reaches: Callable[[Any], bool] = (lambda value: value <= limit) if at_most else (lambda value: value >= limit)
    return [card for card in cards if (value := getattr(card, stat)) is not None and reaches(value)]


def parse_bound(stat: str, bound: str) -> float | None:
    """The number meant, None for nothing or for what is no number."""
    text = bound.strip()
    if not stat or not text:
        return None
    if stat == "outs_pitched":
        try:
            return parse_innings(text)
        except InningsError:
            return None
    return float(text) if _NUMBER.fullmatch(text) else None
