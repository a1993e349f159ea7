"""Who watches a table: each seat, both seats on one device, or a spectator.

Each has a topic of the live updates for pages, whose events have HTML, and one for programs, whose events have JSON.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.live import announce

SPECTATOR: Final[tuple[int, ...]] = ()
AUDIENCES: Final[tuple[tuple[int, ...], ...]] = (SPECTATOR, (0,), (1,), (0, 1))
_TOPICS_OF_GAME: Final = 2 * len(AUDIENCES)


class Audience(NamedTuple):
    """Those who get the same events of a game: the teams whose seats they hold, and whether their events have JSON."""

    game_id: int
    teams: tuple[int, ...]
    reads_json: bool


def topic_of(game_id: int, teams: Sequence[int], *, reads_json: bool = False) -> int:
    """Return the topic of a game's events for those who hold the seats of these teams.

    It is negative, because the topics of tournaments are positive.
    """
    number = 2 * AUDIENCES.index(tuple(teams)) + int(reads_json)
    return -(game_id * _TOPICS_OF_GAME + number)


def audience_of(topic: int) -> Audience:
    """Return the audience of a topic."""
    game_id, number = divmod(-topic, _TOPICS_OF_GAME)
    return Audience(game_id, AUDIENCES[number // 2], reads_json=bool(number % 2))


def topics_of(game_id: int) -> list[int]:
    """Return the topics of every audience of a game."""
    return [topic_of(game_id, teams, reads_json=reads_json) for teams in AUDIENCES for reads_json in (False, True)]


def announce_table(game_id: int) -> None:
    """Wake every open page and program of a table, after the commit."""
    announce(*topics_of(game_id))
