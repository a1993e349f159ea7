"""Look up cards by the name, club and birth year in a list."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from drafts.queries.pool import PoolCard
from rules_engine.names import matching_names, name_key, name_words


class CardMatch(NamedTuple):
    """The matching cards. `is_certain` requires a single match whose birth year doesn't conflict."""

    cards: list[PoolCard]
    is_certain: bool


class CardFinder:
    """Finds a pool's cards by name."""

    def __init__(self, pool: Iterable[PoolCard]) -> None:
        self._card_by_id: dict[int, PoolCard] = {}
        self._names_by_last_name: dict[str, dict[int, str]] = defaultdict(dict)
        for card in pool:
            self._card_by_id[card.id] = card
            self._names_by_last_name[name_key(card.sort_name)[0]][card.id] = card.name
        self.clubs = frozenset(club for card in self._card_by_id.values() for club in card.clubs.split("-") if club)

    def find(self, name: str, club: str = "") -> list[PoolCard]:
        """Return the cards that best match a name, limited to this club if possible."""
        names = self._names_by_last_name.get(name_key(name)[0])
        if names is None:
            words = name_words(name)
            names = {card.id: card.name for card in self._card_by_id.values() if name_words(card.name) == words}
        cards = [self._card_by_id[card_id] for card_id in matching_names(name, names)]
        of_club = [card for card in cards if club and _is_of_club(card, club)]
        return of_club or cards

    def match(self, name: str, club: str = "", birth_year: int | None = None) -> CardMatch:
        """Return the cards that match a name, club and birth year. Ignore facts that match no card."""
        cards = self.find(name)
        of_year = [card for card in cards if birth_year and card.birth_year == birth_year]
        cards = of_year or cards
        of_club = [card for card in cards if club and _is_of_club(card, club)]
        cards = of_club or cards
        differs = bool(cards) and None not in (birth_year, cards[0].birth_year) and cards[0].birth_year != birth_year
        return CardMatch(cards, len(cards) == 1 and not differs)


def _is_of_club(card: PoolCard, club: str) -> bool:
    return club.upper() in (card.clubs, *card.clubs.split("-"))
