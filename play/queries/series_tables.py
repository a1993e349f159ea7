"""Find a series' tables, check who can open them, and find a manager's side."""

from django.core.exceptions import PermissionDenied

from play.models import LARGE_FIELDS, TableGame
from tournaments.access.viewers import Viewer
from tournaments.models import Series


def require_player(viewer: Viewer, series: Series) -> None:
    """Raise PermissionDenied unless the viewer can play this series' games."""
    if not viewer.may_play(series):
        raise PermissionDenied("Only the managers of this series and the director can do this.")


def own_side(viewer: Viewer, series: Series, game: TableGame) -> int | None:
    """Return the viewer's team number at the table, or None for the director."""
    side = series.side_for(viewer.team_id)
    own_team = next((team.name for team in series.teams() if team.pk == side), "")
    return game.clubs.index(own_team) if own_team in game.clubs else None


def tables_of_series(series: Series) -> list[TableGame]:
    """Return the tables opened for a series' games, in opening order."""
    return list(TableGame.objects.filter(series=series).defer(*LARGE_FIELDS).order_by("pk"))
