"""What a page asks about a series and whoever looks at it."""

from django import template

from tournaments.access.viewers import Viewer
from tournaments.models import Series

register = template.Library()


@register.filter
def is_of(series: Series, team_id: int | None) -> bool:
    """Whether the team plays in the series."""
    return team_id is not None and team_id in (series.home_id, series.away_id)


@register.filter
def may_play(viewer: Viewer, series: Series) -> bool:
    return viewer.may_play(series)
