"""Set a seat's own lineup before the first pitch."""

from core.errors import Refused
from play.models import TableEvent, TableGame
from play.queries.lobby import Spots, lobby_team
from play.refusals import TableLineupRefusal
from play.services.acting import acting


def set_lineup(*, game: TableGame, team: int, spots: Spots) -> None:
    """Set a team's lineup, or restore the proposed lineup if there are no spots.

    Raise Refused if the lineup isn't legal. The page's number isn't checked, because both managers choose at the same
    time.
    """
    with acting(game, TableEvent.Kind.SET_LINEUP, team=team) as table:
        seat = table.seats[team]
        if table.game.state != TableGame.State.LOBBY or seat.is_ready:
            raise Refused(TableLineupRefusal.NOT_IN_LOBBY)
        lobby_team(table, team).side(spots)
        seat.lineup = [list(spot) for spot in spots]
        seat.save(update_fields=["lineup"])


def move_spot(spots: Spots, spot: int, to: int) -> Spots:
    """Return the spots with two of them swapped. Both numbers count from 1.

    An invalid number leaves the spots unchanged.
    """
    moved = [*spots]
    if 1 <= spot <= len(moved) and 1 <= to <= len(moved):
        moved[spot - 1], moved[to - 1] = moved[to - 1], moved[spot - 1]
    return moved
