"""Win probabilities for spectators during a game, and for everyone after it.

During a game, spectators see the probabilities a half-inning late, and the managers don't see them at all. In a
tournament game, the managers see them when both have signed (T0.03, T0.14). Table views never include them, so they
can't reach a seat's stream.
"""

import zlib
from collections.abc import Sequence
from typing import Any

from play.models import TEAMS, TableReport
from play.table import PlayTable
from rules_engine.odds.win_table import chances_after_plays, half_of, read_win_table
from tournaments.access.viewers import Viewers
from tournaments.models import Series


def chances_view(table: PlayTable) -> list[dict[str, Any]]:
    """Return the home team's win probability after each play that spectators can see now.

    The list is empty until a worker has computed them. During the game, the current and previous half-innings are left
    out.
    """
    report = TableReport.objects.filter(game=table.game).only("win_table").first()
    if table.talk is None or report is None or not report.win_table:
        return []
    game, names = table.talk.game, table.talk.names
    chances = read_win_table(zlib.decompress(report.win_table))
    moments = chances_after_plays(game.log, chances, names, game.system.play_note)
    if not table.game.is_over:
        moments = [moment for moment in moments if moment.half < half_of(game.state) - 1]
    return [moment.to_document() for moment in moments]


def may_see_chances(table: PlayTable, teams: Sequence[int], viewers: Viewers) -> bool:
    """Return whether a device can see win probabilities and luck.

    Spectators always can, and managers can after the game. During a game scored on a single device at the table, no one
    can (T0.03).

    Args:
        teams: The teams whose seats are on the device.
    """
    if teams or table.game.has_scorekeeper or manages_a_team(table, viewers):
        return is_open_to_managers(table)
    return True


def is_open_to_managers(table: PlayTable) -> bool:
    """Return whether the game is over and, in a tournament, signed."""
    is_signed = not table.game.is_tournament_game or set(table.signed) == set(TEAMS)
    return table.game.is_over and is_signed


def manages_a_team(table: PlayTable, viewers: Viewers) -> bool:
    """Return whether a device without a seat is signed in as a manager in this tournament game."""
    if table.game.series_id is None:
        return False
    series = Series.objects.select_related("tournament").get(pk=table.game.series_id)
    viewer = viewers.viewer_of(series.tournament)
    return viewer.team_id is not None and viewer.team_id in series.playing_team_ids
