"""The API's addresses of results and rulings."""

from games.api import results, rulings
from tournaments.api.base import of_tournament

urlpatterns = [
    of_tournament("series/<int:series_id>/results/", results.ResultsView, "api_results"),
    of_tournament("series/<int:series_id>/results/check/", results.CheckResultsView, "api_check_results"),
    of_tournament("series/<int:series_id>/rulings/", rulings.AskRulingView, "api_ask_ruling"),
    of_tournament("rulings/", rulings.RulingsView, "api_rulings"),
    of_tournament("rulings/<int:ruling_id>/", rulings.RulingDetailView, "api_ruling"),
]
