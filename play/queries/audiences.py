"""Groups of viewers at a table: each seat, both seats on a single device, and spectators.

Each group has two live update topics. Pages get HTML events, and programs get JSON events.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.live import announce

SPECTATOR: Final[tuple[int, ...]] = ()
AUDIENCES: Final[tuple[tuple[int, ...], ...]] = (SPECTATOR, (0,), (1,), (0, 1))
_TOPICS_OF_GAME: Final = 2 * len(AUDIENCES)


class Audience(NamedTuple):
    """Viewers who get the same events, grouped by game, by the seats on their device, and by format."""

    game_id: int
    teams: tuple[int, ...]
    reads_json: bool


def topic_of(game_id: int, teams: Sequence[int], *, reads_json: bool = False) -> int:
    """Return the event topic for viewers who have these teams' seats.

    The number is negative, because tournaments have positive topic numbers.
    """
    number = 2 * AUDIENCES.index(tuple(teams)) + int(reads_json)
    return -(game_id * _TOPICS_OF_GAME + number)


def audience_of(topic: int) -> Audience:
    """Return a topic's audience."""
    game_id, number = divmod(-topic, _TOPICS_OF_GAME)
    return Audience(game_id, AUDIENCES[number // 2], reads_json=bool(number % 2))


def topics_of(game_id: int) -> list[int]:
    """Return the topics of all of a game's audiences."""
    return [topic_of(game_id, teams, reads_json=reads_json) for teams in AUDIENCES for reads_json in (False, True)]


def announce_table(game_id: int) -> None:
    """Notify a table's open pages and programs after the commit."""
    announce(*topics_of(game_id))
