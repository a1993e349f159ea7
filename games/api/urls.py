"""The API's addresses of results and rulings."""

from games.api import (
    box_scores,
    declared,
    injuries,
    mistakes,
    play_order,
    players,
    results,
    rulings,
    shootouts,
    suspended,
)
from tournaments.api.base import of_tournament

urlpatterns = [
    of_tournament("series/<int:series_id>/results/", results.ResultsView, "api_results"),
    of_tournament("series/<int:series_id>/results/check/", results.CheckResultsView, "api_check_results"),
    of_tournament("series/<int:series_id>/start/", play_order.StartView, "api_start_series"),
    of_tournament("series/<int:series_id>/rulings/", rulings.AskRulingView, "api_ask_ruling"),
    of_tournament("series/<int:series_id>/mistakes/", mistakes.ReportMistakeView, "api_report_mistake"),
    of_tournament("teams/<int:team_id>/rotation/", declared.RotationView, "api_rotation"),
    of_tournament("mistakes/", mistakes.MistakesView, "api_mistakes"),
    of_tournament("mistakes/<int:mistake_id>/", mistakes.MistakeView, "api_mistake"),
    of_tournament("mistakes/<int:mistake_id>/answer/", mistakes.AnswerMistakeView, "api_answer_mistake"),
    of_tournament("mistakes/<int:mistake_id>/take-back/", mistakes.TakeGameBackView, "api_take_game_back"),
    of_tournament("players/batters/", players.BattersView, "api_batters"),
    of_tournament("players/pitchers/", players.PitchersView, "api_pitchers"),
    of_tournament("shootouts/", shootouts.ShootoutsView, "api_shootouts"),
    of_tournament("shootouts/<int:shootout_id>/", shootouts.ShootoutView, "api_shootout"),
    of_tournament("shootouts/<int:shootout_id>/halves/", shootouts.ShootoutHalvesView, "api_shootout_halves"),
    of_tournament("rulings/", rulings.RulingsView, "api_rulings"),
    of_tournament("rulings/<int:ruling_id>/", rulings.RulingDetailView, "api_ruling"),
    of_tournament("series/<int:series_id>/box-scores/", box_scores.BoxScoresView, "api_box_scores"),
    of_tournament("series/<int:series_id>/injuries/", injuries.InjuriesView, "api_injuries"),
    of_tournament("suspended/", suspended.SuspendedGamesView, "api_suspended_games"),
    of_tournament("suspended/<int:game_id>/", suspended.SuspendedGameView, "api_suspended_game"),
    of_tournament("suspended/<int:game_id>/stand-in/", suspended.StandInView, "api_stand_in"),
    of_tournament("suspended/<int:game_id>/agree/", suspended.AgreeView, "api_agree_to_finish"),
    of_tournament("suspended/order/<int:team_id>/", suspended.CompletionOrderView, "api_completion_order"),
]
