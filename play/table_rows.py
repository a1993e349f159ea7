"""Load the rows of a table's game: the seats with the game itself, and the newest action."""

from collections.abc import Sequence
from typing import Final

from django.db.models import QuerySet

from core.prepared_queries import PreparedQuery
from play.models import LARGE_FIELDS, Seat, TableEvent, TableGame

Seats = tuple[Seat, Seat]

_BY_PUBLIC_ID: Final = PreparedQuery(lambda: TableGame.objects.defer(*LARGE_FIELDS).filter(public_id="").order_by())
_SEATS: Final = PreparedQuery(lambda: Seat.objects.filter(game=0).order_by("team"))
_SEATS_BY_PUBLIC_ID: Final = PreparedQuery(lambda: _seats_with_game().filter(game__public_id=""))
_LOCKED_SEATS: Final = PreparedQuery(lambda: _seats_with_game().filter(game=0).select_for_update(of=("game",)))
_NEWEST: Final = PreparedQuery(
    lambda: TableEvent.objects.filter(game=0).order_by("-number").only("number", "at", "position", "game")[:1]
)


def _seats_with_game() -> QuerySet[Seat]:
    large = (f"game__{field}" for field in LARGE_FIELDS)
    return Seat.objects.select_related("game").defer(*large).order_by("team")


def game_of_public_id(public_id: str) -> TableGame | None:
    """Return the game with this public ID, or None."""
    return next(iter(_BY_PUBLIC_ID.rows(public_id)), None)


def current_game(game: TableGame) -> TableGame:
    """Return the game reloaded from the database, without its large fields."""
    return TableGame.objects.defer(*LARGE_FIELDS).get(pk=game.pk)


def lock_seats(game_id: int) -> Seats:
    """Return a game's seats, and lock them against other changes until the transaction ends."""
    return _same_game(_LOCKED_SEATS.rows(game_id))


def seats_of_public_id(public_id: str) -> Seats | None:
    """Return the seats of the game with this public ID, or None."""
    seats = _SEATS_BY_PUBLIC_ID.rows(public_id)
    return _same_game(seats) if seats else None


def seats_of(game: TableGame) -> Seats:
    """Return the visitors' and home team's seats."""
    away, home = _SEATS.rows(game.pk)
    away.game = home.game = game
    return away, home


def _same_game(seats: Sequence[Seat]) -> Seats:
    """Make both seats share the same game object."""
    away, home = seats
    home.game = away.game
    return away, home


def newest_event(game_id: int) -> TableEvent | None:
    """Return the newest action with its position, or None."""
    return next(iter(_NEWEST.rows(game_id)), None)
