"""Create games for random API requests: friendly games in every ruleset, and games in a series."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from play.models import Seat, TableGame
from play.services.seats import seat_token
from tests.drills.table_games import new_game, start_game
from tests.drills.table_requests import Sender, TableCount, TableRequests, TableWorld
from tests.factories import ManagerAccessFactory
from tests.play.series import SeriesTable
from tournaments.access.links import link_token
from tournaments.models import TablePace, Tournament
from tournaments.services.invitations import create_organizer

_SEAT_SHARE: Final = 10  # how often each seat sends requests
_IN_LOBBY: Final = 0.25  # share of the games whose managers aren't ready
_IN_SERIES: Final = 0.4  # share of the games
_SHARED: Final = 0.3  # share of these games that are scored on a single device


def world_of(game: TableGame, staff: Sequence[Sender] = (), slug: str = "") -> TableWorld:
    """Return a game with its seats, staff and strangers as senders."""
    seats = Seat.objects.filter(game=game).select_related("game")
    tokens = [Sender(seat_token(seat), seat.team) for seat in seats]
    strangers = [Sender(text) for text in ("", "x", "~", tokens[0].token[:-1])]
    return TableWorld(game, [*tokens * _SEAT_SHARE, *staff, *strangers], slug)


@contextmanager
def open_world(number: int, chance: random.Random) -> Iterator[TableWorld]:
    """Start a game. A tournament lasts until the end of the block."""
    if chance.random() < _IN_SERIES:
        with _open_series(chance) as world:
            yield world
    elif chance.random() < _IN_LOBBY:
        yield world_of(new_game(number, chance))
    else:
        yield world_of(start_game(number, chance))


@contextmanager
def _open_series(chance: random.Random) -> Iterator[TableWorld]:
    is_shared = chance.random() < _SHARED
    table = SeriesTable(dice="shared") if is_shared else SeriesTable()
    tournament = table.weekend.tournament
    Tournament.objects.filter(pk=tournament.pk).update(table_pace=chance.choice(TablePace.values))
    if not is_shared and chance.random() >= _IN_LOBBY:
        table.start()
    staff = Sender(link_token(create_organizer(label="Drill")), is_staff=True)
    manager = Sender(link_token(ManagerAccessFactory(team=table.weekend.comets)))
    try:
        yield world_of(TableGame.objects.get(pk=table.game.pk), [*[staff] * 4, manager], tournament.slug)
    finally:
        tournament.delete()
        table.weekend.card_set.delete()


def try_tables(requests: int, *, per_game: int, seed: int, count: TableCount) -> None:
    """Send this many requests to one game after another."""
    chance = random.Random(seed)
    while (left := requests - count.requests.total()) > 0:
        with open_world(count.games, chance) as world:
            TableRequests(world, chance, count).run(min(per_game, left))
