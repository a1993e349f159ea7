"""Set a seat's standing orders. They answer the seat's prompts, and the opponent never sees them."""

from collections.abc import Mapping
from typing import Any

from core.errors import Refused
from play.models import TableEvent, TableGame
from play.refusals import MoveRefusal
from play.services.acting import acting
from rules_engine.baseball.situations import LAST_INNING
from rules_engine.baseball.standing_orders import OrdersError, read_orders


def set_orders(*, game: TableGame, team: int, number: int, orders: Mapping[str, Any]) -> None:
    """Replace a team's standing orders. They apply to the current prompt too. Raise Refused if they are invalid.

    A pending undo request doesn't lapse, because nothing changes at the table.
    """
    with acting(game, TableEvent.Kind.SET_ORDERS, team=team, number=number, content=orders) as table:
        if table.game.state != TableGame.State.PLAYING:
            raise Refused(MoveRefusal.NOT_PLAYING)
        if table.time_called_by == 1 - team:
            raise Refused(MoveRefusal.TIME_IS_OUT, team=table.game.names[1 - team])
        try:
            table.play.give_orders(team, read_orders(orders))
        except OrdersError as fault:
            raise Refused(MoveRefusal.NO_SUCH_ORDER, field=fault.field, last=LAST_INNING) from None
