"""Whether a card set has enough players for the teams of a draft."""

from typing import NamedTuple

from drafts.queries.room import Room


class PoolShortage(NamedTuple):
    """The eligible players of the card set, and how many players the teams draft (T0.02)."""

    eligible: int
    needed: int


def pool_shortage(room: Room) -> PoolShortage | None:
    """Return how many eligible players there are if they are too few for every team's roster, else None."""
    eligible = sum(card.eligible for card in room.pool)
    needed = len(room.teams) * room.profile.draft.players
    return PoolShortage(eligible, needed) if eligible < needed else None
