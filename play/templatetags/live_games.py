"""Games at the tables of the browser, on the pages of a tournament and of a series."""

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
    """Link each game of a series that started in the browser, and let its managers open the next one."""
    started = (TableGame.State.PLAYING, TableGame.State.OVER)
    is_open = series.tournament.is_playing and series.status not in Series.NOTHING_TO_BEGIN
    return {
        "games": series.table_games.filter(state__in=started).order_by("pk"),
        "series": series,
        "can_play": may_play and is_open and series.home_decided,
    }
