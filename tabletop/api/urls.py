"""API URLs for lineups and odds."""

from tabletop.api import lineups, odds
from tournaments.api.base import of_tournament

urlpatterns = [
    of_tournament("teams/<int:team_id>/line-ups/", lineups.LineUpsView, "api_line_ups"),
    of_tournament("odds/", odds.OddsView, "api_odds"),
]
