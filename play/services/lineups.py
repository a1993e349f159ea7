"""A seat's own lineup before the first pitch."""

from core.errors import Refused
from play.models import TableEvent, TableGame
from play.queries.lobby import Spots, lobby_team
from play.refusals import TableLineupRefusal
from play.services.acting import acting


def set_lineup(*, game: TableGame, team: int, spots: Spots) -> None:
    """Set the lineup of a team, or return to the proposed one without spots. Raise Refused with the ruling.

    The number of the page is not checked, because both managers choose at the same time.
    """
    with acting(game, TableEvent.Kind.SET_LINEUP, team=team) as table:
        seat = table.seats[team]
        if table.game.state != TableGame.State.LOBBY or seat.is_ready:
            raise Refused(TableLineupRefusal.NOT_IN_LOBBY)
        lobby_team(table, team).side(spots)
        seat.lineup = [list(spot) for spot in spots]
        seat.save(update_fields=["lineup"])


def move_spot(spots: Spots, spot: int, to: int) -> Spots:
    """Return the spots with two of them swapped, counted from 1. Unchanged if there is no such spot."""
    moved = [*spots]
    if 1 <= spot <= len(moved) and 1 <= to <= len(moved):
        moved[spot - 1], moved[to - 1] = moved[to - 1], moved[spot - 1]
    return moved
