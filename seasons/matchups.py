"""Combine two clubs for a game, whichever seasons, drafts or card files they come from."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from seasons.lahman import SeasonError
from seasons.made_cards import SeasonCardSet

_TWIN_SUFFIX: Final = "-2"  # for the home team's player if the visitors have him too


class Club(NamedTuple):
    """A club with the card set that has its cards. `players` lists its players if the card set doesn't."""

    cards: SeasonCardSet
    key: str
    players: Sequence[str] = ()

    @property
    def roster(self) -> Sequence[str]:
        """Return the players. Raise SeasonError if the card set has no such club."""
        if self.players:
            return self.players
        if self.key not in self.cards.teams:
            raise SeasonError(f"these cards have no team {self.key}")
        return self.cards.teams[self.key]


def combine_clubs(away: Club, home: Club, keys: tuple[str, str]) -> SeasonCardSet:
    """Return one card set with two clubs under these keys.

    A player on both clubs gets a second card for the home team, because a box score has one line per player. The
    combined set has the home card set's league data, so the home team's key must match that set.
    """
    visitors: dict[str, Any] = {player: away.cards.cards[player] for player in away.roster}
    hosts: dict[str, Any] = {}
    for player in home.roster:
        card = home.cards.cards[player]
        if player in visitors:
            hosts[f"{player}{_TWIN_SUFFIX}"] = replace(card, name=f"{card.name} (home)")
        else:
            hosts[player] = card
    teams = {keys[0]: [*visitors], keys[1]: [*hosts]}
    return replace(home.cards, cards={**visitors, **hosts}, teams=teams)
