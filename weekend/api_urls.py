"""Version 1 of the API: every address of it; each app brings its own resources."""

from django.urls import URLPattern, path
from drf_spectacular.views import SpectacularAPIView

from drafts import api_cards, api_drafts, api_picks, api_rosters
from games import api_results, api_rulings
from pitching import api_sheets, api_sign_off
from tournaments import (
    api,
    api_dropouts,
    api_invitations,
    api_log,
    api_rolls,
    api_series,
    api_standings,
    api_teams,
)
from tournaments.api_base import ResourceView


def _of_tournament(address: str, view: type[ResourceView], name: str) -> URLPattern:
    return path(f"tournaments/<slug:slug>/{address}", view.as_view(), name=name)


_TOURNAMENT = [
    _of_tournament("", api.OneTournamentView, "api_tournament"),
    _of_tournament("stage/", api.StageView, "api_stage"),
    _of_tournament("divisions/", api_teams.DivisionsView, "api_divisions"),
    _of_tournament("divisions/<int:division_id>/", api_teams.OneDivisionView, "api_division"),
    _of_tournament("teams/", api_teams.TeamsView, "api_teams"),
    _of_tournament("imputed-teams/", api_teams.ImputedTeamsView, "api_imputed_teams"),
    _of_tournament("teams/<int:team_id>/", api_teams.OneTeamView, "api_team"),
    _of_tournament("teams/<int:team_id>/entry/", api_teams.EntryView, "api_entry"),
    _of_tournament("teams/<int:team_id>/division/", api_teams.TeamDivisionView, "api_team_division"),
    _of_tournament("teams/<int:team_id>/drop/", api_dropouts.DropTeamView, "api_drop_team"),
    _of_tournament("teams/<int:team_id>/covers/", api_dropouts.CoversView, "api_change_covers"),
    _of_tournament("teams/<int:team_id>/take-over/", api_dropouts.TakeOverView, "api_take_over"),
    _of_tournament("teams/<int:team_id>/pin/", api_teams.PinView, "api_pin"),
    _of_tournament("invitations/", api_invitations.InvitationsView, "api_invitations"),
    _of_tournament("team-invitations/", api_invitations.TeamInvitationsView, "api_team_invitations"),
    _of_tournament("invitations/<int:access_id>/", api_invitations.OneInvitationView, "api_invitation"),
    _of_tournament("invitations/<int:access_id>/renew/", api_invitations.RenewInvitationView, "api_renew_invitation"),
    _of_tournament("rolls/", api_rolls.RollsView, "api_rolls"),
    _of_tournament("rolls/throw/", api_rolls.ThrowView, "api_rolls_throw"),
    _of_tournament("rolls/typed/", api_rolls.TypedRollsView, "api_rolls_typed"),
    _of_tournament("rolls/choose/", api_rolls.ChooseView, "api_rolls_choose"),
    _of_tournament("rolls/place/", api_rolls.PlaceView, "api_rolls_place"),
    _of_tournament("rolls/settle/", api_rolls.SettleView, "api_rolls_settle"),
    _of_tournament("schedule/", api_series.ScheduleView, "api_schedule"),
    _of_tournament("schedule/<int:division_id>/", api_series.DivisionScheduleView, "api_division_schedule"),
    _of_tournament("schedule/<int:division_id>/swap/", api_series.SwapRoundsView, "api_swap_rounds"),
    _of_tournament("schedule/<int:division_id>/move/", api_series.MoveSeriesView, "api_move_series"),
    _of_tournament("series/", api_series.SeriesListView, "api_series_list"),
    _of_tournament("series/<int:series_id>/", api_series.OneSeriesView, "api_series"),
    _of_tournament("series/<int:series_id>/home-roll/", api_series.HomeRollView, "api_home_roll"),
    _of_tournament("series/<int:series_id>/choose-away/", api_series.ChooseAwayView, "api_choose_away"),
    _of_tournament("standings/", api_standings.StandingsView, "api_standings"),
    _of_tournament("standings/<int:division_id>/playoff-game/", api_standings.PlayoffGameView, "api_playoff_game"),
    _of_tournament("standings/<int:division_id>/rolls/", api_standings.TieRollsView, "api_tie_rolls"),
    _of_tournament("best-ofs/", api_standings.BestOfsView, "api_best_ofs"),
    _of_tournament("actions/", api_log.ActionsView, "api_actions"),
    _of_tournament("actions/<int:action_id>/", api_log.OneActionView, "api_action"),
    _of_tournament("actions/<int:action_id>/undo/", api_log.UndoView, "api_undo"),
]

_DRAFTS = [
    path("card-sets/", api_cards.CardSetsView.as_view(), name="api_card_sets"),
    path("card-sets/<int:card_set_id>/", api_cards.OneCardSetView.as_view(), name="api_card_set"),
    path("card-sets/<int:card_set_id>/cards/", api_cards.CardsView.as_view(), name="api_cards"),
    path("card-sets/<int:card_set_id>/cards/<int:card_id>/", api_cards.OneCardView.as_view(), name="api_card"),
    path("card-sets/<int:card_set_id>/ballparks/", api_cards.BallparksView.as_view(), name="api_ballparks"),
    _of_tournament("drafts/", api_drafts.DraftsView, "api_drafts"),
    _of_tournament("drafts/<int:division_id>/", api_drafts.OneDraftView, "api_draft"),
    _of_tournament("drafts/<int:division_id>/clock/", api_drafts.ClockView, "api_clock"),
    _of_tournament("drafts/<int:division_id>/program/", api_drafts.ProgramView, "api_program"),
    _of_tournament("drafts/<int:division_id>/finish/", api_drafts.FinishView, "api_finish_draft"),
    _of_tournament("drafts/<int:division_id>/undo/", api_drafts.UndoPickView, "api_undo_pick"),
    _of_tournament("drafts/<int:division_id>/correct/", api_drafts.CorrectView, "api_correct_pick"),
    _of_tournament("drafts/<int:division_id>/board/", api_drafts.BoardView, "api_draft_board"),
    _of_tournament("drafts/<int:division_id>/cards/", api_drafts.DraftCardsView, "api_draft_cards"),
    _of_tournament("drafts/<int:division_id>/parks/", api_drafts.DraftParksView, "api_draft_parks"),
    _of_tournament("drafts/<int:division_id>/picks/", api_picks.PicksView, "api_picks"),
    _of_tournament("drafts/<int:division_id>/keep/", api_picks.KeepPickView, "api_keep_pick"),
    _of_tournament("drafts/<int:division_id>/rescind/", api_picks.RescindView, "api_rescind_pick"),
    _of_tournament("drafts/<int:division_id>/queues/<int:team_id>/", api_picks.QueueView, "api_queue"),
    _of_tournament("drafts/<int:division_id>/queues/<int:team_id>/<int:wish_id>/", api_picks.WishView, "api_wish"),
    _of_tournament("rosters/", api_rosters.RostersView, "api_rosters"),
    _of_tournament("teams/<int:team_id>/roster/", api_rosters.RosterView, "api_roster"),
]

_GAMES = [
    _of_tournament("series/<int:series_id>/results/", api_results.ResultsView, "api_results"),
    _of_tournament("series/<int:series_id>/results/check/", api_results.CheckResultsView, "api_check_results"),
    _of_tournament("series/<int:series_id>/rulings/", api_rulings.AskRulingView, "api_ask_ruling"),
    _of_tournament("rulings/", api_rulings.RulingsView, "api_rulings"),
    _of_tournament("rulings/<int:ruling_id>/", api_rulings.OneRulingView, "api_ruling"),
]

_PITCHING = [
    _of_tournament("teams/<int:team_id>/sheet/", api_sheets.SheetView, "api_sheet"),
    _of_tournament("teams/<int:team_id>/board/", api_sheets.TeamBoardView, "api_team_board"),
    _of_tournament("teams/<int:team_id>/plan/", api_sheets.PlanView, "api_plan"),
    _of_tournament("divisions/<int:division_id>/board/", api_sheets.DivisionBoardView, "api_division_board"),
    _of_tournament("signatures/", api_sign_off.SignaturesView, "api_signatures"),
    _of_tournament("series/<int:series_id>/signatures/", api_sign_off.SignView, "api_sign"),
    path("codes/<str:code>/", api_sign_off.CodeView.as_view(), name="api_code"),
]

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api_schema"),
    path("tournaments/", api.TournamentsView.as_view(), name="api_tournaments"),
    *_TOURNAMENT,
    *_DRAFTS,
    *_GAMES,
    *_PITCHING,
]
