"""The API's addresses of tournaments."""

from django.urls import path

from tournaments.api import dropouts, invitations, log, rolls, series, standings, teams, tournaments
from tournaments.api.base import of_tournament

urlpatterns = [
    path("tournaments/", tournaments.TournamentsView.as_view(), name="api_tournaments"),
    of_tournament("", tournaments.TournamentDetailView, "api_tournament"),
    of_tournament("stage/", tournaments.StageView, "api_stage"),
    of_tournament("announcement/", tournaments.AnnouncementView, "api_announcement"),
    of_tournament("divisions/", teams.DivisionsView, "api_divisions"),
    of_tournament("divisions/<int:division_id>/", teams.DivisionDetailView, "api_division"),
    of_tournament("teams/", teams.TeamsView, "api_teams"),
    of_tournament("imputed-teams/", teams.ImputedTeamsView, "api_imputed_teams"),
    of_tournament("teams/<int:team_id>/", teams.TeamDetailView, "api_team"),
    of_tournament("teams/<int:team_id>/entry/", teams.EntryView, "api_entry"),
    of_tournament("teams/<int:team_id>/division/", teams.TeamDivisionView, "api_team_division"),
    of_tournament("teams/<int:team_id>/drop/", dropouts.DropTeamView, "api_drop_team"),
    of_tournament("teams/<int:team_id>/covers/", dropouts.CoversView, "api_change_covers"),
    of_tournament("teams/<int:team_id>/take-over/", dropouts.TakeOverView, "api_take_over"),
    of_tournament("teams/<int:team_id>/pin/", teams.PinView, "api_pin"),
    of_tournament("invitations/", invitations.InvitationsView, "api_invitations"),
    of_tournament("team-invitations/", invitations.TeamInvitationsView, "api_team_invitations"),
    of_tournament("invitations/<int:access_id>/", invitations.InvitationDetailView, "api_invitation"),
    of_tournament("invitations/<int:access_id>/renew/", invitations.RenewInvitationView, "api_renew_invitation"),
    of_tournament("rolls/", rolls.RollsView, "api_rolls"),
    of_tournament("rolls/throw/", rolls.ThrowView, "api_rolls_throw"),
    of_tournament("rolls/typed/", rolls.TypedRollsView, "api_rolls_typed"),
    of_tournament("rolls/choose/", rolls.ChooseView, "api_rolls_choose"),
    of_tournament("rolls/place/", rolls.PlaceView, "api_rolls_place"),
    of_tournament("rolls/settle/", rolls.SettleView, "api_rolls_settle"),
    of_tournament("schedule/", series.ScheduleView, "api_schedule"),
    of_tournament("schedule/<int:division_id>/", series.DivisionScheduleView, "api_division_schedule"),
    of_tournament("schedule/<int:division_id>/swap/", series.SwapRoundsView, "api_swap_rounds"),
    of_tournament("schedule/<int:division_id>/move/", series.MoveSeriesView, "api_move_series"),
    of_tournament("series/", series.SeriesListView, "api_series_list"),
    of_tournament("series/<int:series_id>/", series.SeriesDetailView, "api_series"),
    of_tournament("series/<int:series_id>/home-roll/", series.HomeRollView, "api_home_roll"),
    of_tournament("series/<int:series_id>/choose-away/", series.ChooseAwayView, "api_choose_away"),
    of_tournament("standings/", standings.StandingsView, "api_standings"),
    of_tournament("standings/<int:division_id>/playoff-game/", standings.PlayoffGameView, "api_playoff_game"),
    of_tournament("standings/<int:division_id>/rolls/", standings.TieRollsView, "api_tie_rolls"),
    of_tournament("best-ofs/", standings.BestOfsView, "api_best_ofs"),
    of_tournament("actions/", log.ActionsView, "api_actions"),
    of_tournament("actions/<int:action_id>/", log.ActionDetailView, "api_action"),
    of_tournament("actions/<int:action_id>/undo/", log.UndoView, "api_undo"),
]
