"""Chances to win for spectators of a game, and for everyone afterwards.

During a game, spectators see them one half-inning late, and the managers don't. The managers of a tournament game see
them when both have signed (T0.03, T0.14). No view of a table has them, so the stream of a seat can't show them.
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
    """Return the home team's chance after each play that a spectator may see now; none before a worker has them.

    During the game, the plays of this half-inning and of the one before are left out.
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
    """Whether a device may see chances to win and luck: spectators always, managers after the game.

    During a game that is scored on one device at the table, no one sees them (T0.03).

    Args:
        teams: The teams whose seats the device holds.
    """
    if teams or table.game.has_scorekeeper or manages_a_team(table, viewers):
        return is_open_to_managers(table)
    return True


def is_open_to_managers(table: PlayTable) -> bool:
    """Whether the game is over, and signed if it counts in a tournament."""
    is_signed = not table.game.is_tournament_game or set(table.signed) == set(TEAMS)
    return table.game.is_over and is_signed


def manages_a_team(table: PlayTable, viewers: Viewers) -> bool:
    """Whether a device without a seat is signed in for a team of this tournament game."""
    if table.game.series_id is None:
        return False
    series = Series.objects.select_related("tournament").get(pk=table.game.series_id)
    viewer = viewers.viewer_of(series.tournament)
    return viewer.team_id is not None and viewer.team_id in series.playing_team_ids
