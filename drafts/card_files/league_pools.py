"""Of a file for a pool of one league the cards of other leagues are left out, each by its row."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from drafts.models import PlayerCard

LEAGUES: Final = {"AL": "American League", "NL": "National League"}
_NAMED: Final = 6


class ListedCard(NamedTuple):
    """A row of the file: its card, and what its column League says; "" where it says nothing."""

    card: PlayerCard
    league: str


class OutsideCard(NamedTuple):
    """A card of another league, or of more than one, with its row of the file."""

    row: int
    card: PlayerCard
    leagues: str

    def __str__(self) -> str:
        return f"row {self.row} {self.card.name} ({self.leagues})"


class CardsOfLeague(NamedTuple):
    """The cards of the league by row, those that are left out, and what is wrong, as (row, column, fault)."""

    kept: dict[int, PlayerCard]
    outside: list[OutsideCard]
    faults: list[tuple[int, str, str]]


def select_league_cards(listed: Mapping[int, ListedCard], league: str) -> CardsOfLeague:
    """By row, "" takes the cards of all leagues. An interleague card counts what he did in another league too."""
    found = CardsOfLeague({}, [], [])
    for row, (card, written) in listed.items():
        if league in ("", written):
            found.kept[row] = card
        elif written:
            found.outside.append(OutsideCard(row, card, written))
        else:
            found.faults.append(
                (row, "league", f"is empty: write its league, for only cards of the {league} are taken")
            )
    return found


def describe_outside_cards(outside: Sequence[OutsideCard], most: int = _NAMED) -> str:
    """Such as "row 4 Tony Gwynn (NL), row 9 ... and 3 more"."""
    named = ", ".join(map(str, outside[:most]))
    return f"{named} and {len(outside) - most} more" if len(outside) > most else named
