"""Handle games scored on a single device at the table. That device moves for both teams.

The other manager confirms the score after each half-inning.
"""

from collections.abc import Collection
from typing import Final

from core.errors import Refused
from play.models import TableEvent, TableGame
from play.refusals import ScoreRefusal
from play.services.acting import acting, check_playing
from play.table_rows import Seats

# Moves that managers make in person, on their own devices if they have one at the table.
PERSONAL_MOVES: Final = frozenset({"agree", "concede", "confirm_score", "decline_suspension", "sign", "suspend"})


def check_device(*, move: str, seats: Seats, team: int, own_seats: Collection[int]) -> None:
    """Raise Refused if the scorekeeper's device makes a personal move for a manager who has a device.

    Args:
        own_seats: The teams whose seats are on the moving device.
    """
    if move in PERSONAL_MOVES and team not in own_seats and seats[team].device_key:
        raise Refused(ScoreRefusal.OWN_DEVICE)


def confirm_score(*, game: TableGame, team: int, number: int) -> None:
    """Confirm the score for the manager who isn't the scorekeeper, so that the next half-inning can start."""
    with acting(game, TableEvent.Kind.CONFIRM_SCORE, team=team, number=number) as table:
        check_playing(table)
        if not table.score_is_due:
            raise Refused(ScoreRefusal.NOTHING_TO_CONFIRM)
        if team == table.game.scorekeeper:
            raise Refused(ScoreRefusal.SCOREKEEPER)
        table.confirmed_halves = table.halves_played
