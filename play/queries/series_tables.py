"""The tables of a series: who may open them, and which side a manager has at one."""

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404

from play.models import LARGE_FIELDS, TableGame
from tournaments.access.viewers import Viewer
from tournaments.models import Series, Tournament


def playable_series(tournament: Tournament, viewer: Viewer, series_id: int) -> Series:
    """Return a series whose games the viewer may play. Raises Http404 and PermissionDenied."""
    series = get_object_or_404(Series, pk=series_id, tournament=tournament)
    if not viewer.may_play(series):
        raise PermissionDenied("Only the managers of this series and the director can do this.")
    return series


def own_side(viewer: Viewer, series: Series, game: TableGame) -> int | None:
    """Return the number of the viewer's team at the table, or None for the director."""
    side = series.side_for(viewer.team_id)
    own_team = next((team.name for team in series.teams() if team.pk == side), "")
    return game.clubs.index(own_team) if own_team in game.clubs else None


def tables_of_series(series: Series) -> list[TableGame]:
    """Return the tables that were opened for the games of a series, in this order."""
    return list(TableGame.objects.filter(series=series).defer(*LARGE_FIELDS).order_by("pk"))
