"""Check whether a card set has enough players for a draft's teams."""

from typing import NamedTuple

from drafts.queries.room import Room


class PoolShortage(NamedTuple):
    """The number of eligible players in the card set, and the number the teams draft (T0.02)."""

    eligible: int
    needed: int


def pool_shortage(room: Room) -> PoolShortage | None:
    """Return the shortage if the eligible players can't fill every team's roster, or None."""
    eligible = sum(card.eligible for card in room.pool)
    needed = len(room.teams) * room.profile.draft.players
    return PoolShortage(eligible, needed) if eligible < needed else None
