"""URLs of the API of card sets, drafts and rosters."""

from django.urls import path

from drafts.api import card_uploads, cards, drafts, late_teams, my_list, picks, roster_check, rosters, trades
from tournaments.api.base import of_tournament

urlpatterns = [
    path("card-sets/", cards.CardSetsView.as_view(), name="api_card_sets"),
    path("card-sets/<int:card_set_id>/", cards.CardSetDetailView.as_view(), name="api_card_set"),
    path("card-sets/<int:card_set_id>/cards/", cards.CardsView.as_view(), name="api_cards"),
    path("card-sets/<int:card_set_id>/cards/<int:card_id>/", cards.CardDetailView.as_view(), name="api_card"),
    path("card-sets/<int:card_set_id>/ballparks/", cards.BallparksView.as_view(), name="api_ballparks"),
    of_tournament("drafts/", drafts.DraftsView, "api_drafts"),
    of_tournament("drafts/<int:division_id>/", drafts.DraftDetailView, "api_draft"),
    of_tournament("drafts/<int:division_id>/clock/", drafts.ClockView, "api_clock"),
    of_tournament("drafts/<int:division_id>/program/", drafts.ProgramView, "api_program"),
    of_tournament("drafts/<int:division_id>/disqualify/", drafts.DisqualifyView, "api_disqualify"),
    of_tournament("drafts/<int:division_id>/finish/", drafts.FinishView, "api_finish_draft"),
    of_tournament("drafts/<int:division_id>/undo/", drafts.UndoPickView, "api_undo_pick"),
    of_tournament("drafts/<int:division_id>/correct/", drafts.CorrectView, "api_correct_pick"),
    of_tournament("drafts/<int:division_id>/board/", drafts.BoardView, "api_draft_board"),
    of_tournament("drafts/<int:division_id>/value/", drafts.DraftValueView, "api_draft_value"),
    of_tournament("drafts/<int:division_id>/cards/", drafts.DraftCardsView, "api_draft_cards"),
    of_tournament("drafts/<int:division_id>/parks/", drafts.DraftParksView, "api_draft_parks"),
    of_tournament("drafts/<int:division_id>/picks/", picks.PicksView, "api_picks"),
    of_tournament("drafts/<int:division_id>/keep/", picks.KeepPickView, "api_keep_pick"),
    of_tournament("drafts/<int:division_id>/rescind/", picks.RescindView, "api_rescind_pick"),
    of_tournament("drafts/<int:division_id>/queues/<int:team_id>/", picks.QueueView, "api_queue"),
    of_tournament(
        "drafts/<int:division_id>/queues/<int:team_id>/<int:queued_id>/", picks.QueuedPickView, "api_queued_pick"
    ),
    of_tournament("rosters/", rosters.RostersView, "api_rosters"),
    of_tournament("teams/<int:team_id>/roster/", rosters.RosterView, "api_roster"),
    of_tournament("teams/<int:team_id>/my-list/", my_list.MyListView, "api_my_list"),
    of_tournament("teams/<int:team_id>/my-list/ranking/", my_list.RankingView, "api_ranking"),
    of_tournament("teams/<int:team_id>/my-list/ranking/check/", my_list.CheckRankingView, "api_check_ranking"),
    of_tournament("teams/<int:team_id>/my-list/ranking/restore/", my_list.RestoreRankingView, "api_restore_ranking"),
    of_tournament("teams/<int:team_id>/my-list/queue/", my_list.QueueRankingView, "api_queue_ranking"),
    of_tournament("teams/<int:team_id>/my-list/players/<int:card_id>/", my_list.MyPlayerView, "api_my_player"),
    of_tournament("teams/<int:team_id>/trades/", trades.TradesView, "api_trades"),
    of_tournament("teams/<int:team_id>/trades/check/", trades.CheckTradeView, "api_check_trade"),
    of_tournament("teams/<int:team_id>/trades/items/", trades.TradeItemsView, "api_trade_items"),
    of_tournament("teams/<int:team_id>/trades/<int:trade_id>/accept/", trades.AcceptTradeView, "api_accept_trade"),
    of_tournament("teams/<int:team_id>/trades/<int:trade_id>/close/", trades.CloseTradeView, "api_close_trade"),
    of_tournament("teams/<int:team_id>/roster/check/", roster_check.RosterCheckView, "api_roster_check"),
    of_tournament("teams/<int:team_id>/roster/check/cards/", roster_check.FillingCardsView, "api_filling_cards"),
    of_tournament("teams/<int:team_id>/let-play/", roster_check.LetTeamPlayView, "api_let_team_play"),
    path("card-uploads/", card_uploads.CardUploadsView.as_view(), name="api_card_uploads"),
    path("card-uploads/<int:upload_id>/", card_uploads.CardUploadView.as_view(), name="api_card_upload"),
    of_tournament("drafts/<int:division_id>/late-team/", late_teams.LateTeamView, "api_late_team"),
]
