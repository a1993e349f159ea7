"""Who watches a table: each seat, both seats on one device, or a spectator. Each has a topic of the live updates."""

from collections.abc import Sequence
from typing import Final

from core.live import announce

SPECTATOR: Final[tuple[int, ...]] = ()
AUDIENCES: Final[tuple[tuple[int, ...], ...]] = (SPECTATOR, (0,), (1,), (0, 1))


def topic_of(game_id: int, teams: Sequence[int]) -> int:
    """Return the topic of a game's events for those who hold the seats of these teams.

    It is negative, because the topics of tournaments are positive.
    """
    return -(game_id * len(AUDIENCES) + AUDIENCES.index(tuple(teams)))


def audience_of(topic: int) -> tuple[int, tuple[int, ...]]:
    """Return the game and the teams of a topic."""
    game_id, audience = divmod(-topic, len(AUDIENCES))
    return game_id, AUDIENCES[audience]


def announce_table(game_id: int) -> None:
    """Wake every open page of a table, after the commit."""
    for teams in AUDIENCES:
        announce(topic_of(game_id, teams))
