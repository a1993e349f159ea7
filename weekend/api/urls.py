"""The API's addresses of the weekend."""

from tournaments.api.base import of_tournament
from weekend.api import line_ups, odds

urlpatterns = [
    of_tournament("teams/<int:team_id>/line-ups/", line_ups.LineUpsView, "api_line_ups"),
    of_tournament("odds/", odds.OddsView, "api_odds"),
]
