"""Standing orders of a seat: they answer its questions, and the opponent never sees them."""

from collections.abc import Mapping
from typing import Any

from core.errors import Refused
from play.models import TableEvent, TableGame
from play.refusals import MoveRefusal
from play.services.acting import acting
from rules_engine.baseball.situations import LAST_INNING
from rules_engine.baseball.standing_orders import OrdersError, read_orders


def set_orders(*, game: TableGame, team: int, number: int, orders: Mapping[str, Any]) -> None:
    """Replace the standing orders of a team. They also answer the question that waits now. Raises Refused.

    A pending undo request stays, because nothing at the table changes.
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
