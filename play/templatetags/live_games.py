"""The live games of a tournament on the pages of other apps."""

from typing import Any

from django import template

from play.queries.live_games import live_tiles
from tournaments.models import Tournament

register = template.Library()


@register.inclusion_tag("play/_live_now.html")
def live_now(tournament: Tournament) -> dict[str, Any]:
    return {"tournament": tournament, "tiles": live_tiles(tournament)}
