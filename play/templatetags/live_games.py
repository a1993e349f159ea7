"""Show table games on a tournament's or series' pages."""

from typing import Any

from django import template

from play.models import TableGame
from play.queries.live_games import live_tiles
from tournaments.models import Series, Tournament

register = template.Library()


@register.inclusion_tag("play/_live_now.html")
def live_now(tournament: Tournament) -> dict[str, Any]:
    return {"tournament": tournament, "tiles": live_tiles(tournament)}


@register.inclusion_tag("play/_series_games.html")
def series_games(series: Series, may_play: bool = False) -> dict[str, Any]:
    """Link each series game started in the browser, and let the managers open the next game."""
    started = (TableGame.State.PLAYING, TableGame.State.OVER)
    is_open = series.tournament.is_playing and series.status not in Series.NOTHING_TO_BEGIN
    return {
        "games": series.table_games.filter(state__in=started).order_by("pk"),
        "series": series,
        "can_play": may_play and is_open and series.home_decided,
    }
