"""Confirm the score of each half-inning of a game that is scored on one device at the table."""

from collections.abc import Sequence

from core.errors import Refused
from play.models import TableEvent, TableGame
from play.refusals import ScoreRefusal
from play.services.acting import acting, check_playing


def confirm_score(*, game: TableGame, team: int, number: int, own_seats: Sequence[int]) -> None:
    """Confirm the score for the manager who doesn't keep it, so that the next half-inning can start.

    Args:
        own_seats: The teams whose seats the device holds. The scorekeeper's device confirms for the other manager only
            while that manager has no device at the table.
    """
    with acting(game, TableEvent.Kind.CONFIRM_SCORE, team=team, number=number) as table:
        check_playing(table)
        if not table.score_is_due:
            raise Refused(ScoreRefusal.NOTHING_TO_CONFIRM)
        if team == table.game.scorekeeper:
            raise Refused(ScoreRefusal.SCOREKEEPER)
        if team not in own_seats and table.seats[team].device_key:
            raise Refused(ScoreRefusal.OWN_DEVICE)
        table.confirmed_halves = table.halves_played
