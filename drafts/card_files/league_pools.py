"""Select a single league's cards from a card file."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from drafts.models import PlayerCard

LEAGUES: Final = {"AL": "American League", "NL": "National League"}
_MAX_LISTED: Final = 6


class ListedCard(NamedTuple):
    """A card in the file with its league, or "" if the file doesn't list a league."""

    card: PlayerCard
    league: str


class OutsideCard(NamedTuple):
    """A card from a different league, or from both leagues, with its row in the file."""

    row: int
    card: PlayerCard
    leagues: str

    def __str__(self) -> str:
        return f"row {self.row} {self.card.name} ({self.leagues})"


class CardsOfLeague(NamedTuple):
    """A league's cards by row, the excluded cards, and errors as (row, column, message)."""

    cards: dict[int, PlayerCard]
    outside: list[OutsideCard]
    faults: list[tuple[int, str, str]]


def select_league_cards(listed: Mapping[int, ListedCard], league: str) -> CardsOfLeague:
    """Select a league's cards, or all cards if the league is "".

    Cards of players in both leagues are excluded because their totals include games in the other league.
    """
    league_cards = CardsOfLeague({}, [], [])
    for row, (card, written) in listed.items():
        if league in ("", written):
            league_cards.cards[row] = card
        elif written:
            league_cards.outside.append(OutsideCard(row, card, written))
        else:
            league_cards.faults.append(
                (row, "league", f"is empty: enter the card's league, because only {league} cards are read")
            )
    return league_cards


def describe_outside_cards(outside: Sequence[OutsideCard], most: int = _MAX_LISTED) -> str:
    """Return a description such as "row 4 Tony Gwynn (NL), row 9 ... and 3 more"."""
    named = ", ".join(map(str, outside[:most]))
    return f"{named} and {len(outside) - most} more" if len(outside) > most else named
