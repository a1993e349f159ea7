"""URLs of card sets, drafts and rosters."""

from django.urls import path

from drafts.views import (
    card_sets,
    draft_corrections,
    draft_desk,
    draft_import,
    draft_pages,
    draft_pick,
    draft_queue,
    late_teams,
    ratings_sheets,
    rosters,
)

_DRAFT = "t/<slug:slug>/draft/<int:division_id>/"

urlpatterns = [
    path("t/<slug:slug>/draft/", draft_pages.drafts, name="draft"),
    path("t/<slug:slug>/draft/clocks/", draft_pages.settle_clocks, name="settle_draft_clocks"),
    path("t/<slug:slug>/my-turn/", draft_pick.my_turn, name="my_turn"),
    path(f"{_DRAFT}", draft_pages.board, name="draft_board"),
    path(f"{_DRAFT}projector/", draft_pages.projector, name="draft_projector"),
    path(f"{_DRAFT}pick/", draft_pick.pick_page, name="draft_pick"),
    path(f"{_DRAFT}pick/confirm/", draft_pick.confirm, name="draft_confirm"),
    path(f"{_DRAFT}pick/make/", draft_pick.pick, name="draft_make_pick"),
    path(f"{_DRAFT}pick/keep/", draft_pick.keep, name="draft_keep"),
    path(f"{_DRAFT}pick/rescind/", draft_corrections.rescind, name="draft_rescind"),
    path(f"{_DRAFT}queue/", draft_queue.queue, name="draft_queue"),
    path(f"{_DRAFT}desk/", draft_desk.desk, name="draft_desk"),
    path(f"{_DRAFT}desk/clock/", draft_desk.clock, name="draft_clock"),
    path(f"{_DRAFT}value/", draft_pages.value, name="draft_value"),
    path(f"{_DRAFT}desk/stop/", draft_desk.stop, name="draft_stop"),
    path(f"{_DRAFT}desk/program/", draft_desk.program, name="draft_program"),
    path(f"{_DRAFT}desk/disqualify/", draft_desk.disqualify, name="draft_disqualify"),
    path(f"{_DRAFT}desk/finish/", draft_desk.finish, name="draft_finish"),
    path(f"{_DRAFT}desk/settings/", draft_desk.settings, name="draft_settings"),
    path(f"{_DRAFT}desk/late-team/", late_teams.late_team, name="late_team"),
    path(f"{_DRAFT}desk/undo/", draft_corrections.undo, name="draft_undo"),
    path(f"{_DRAFT}desk/correct/", draft_corrections.correct, name="draft_correct"),
    path(f"{_DRAFT}desk/import/", draft_import.import_sheet, name="draft_import"),
    path("t/<slug:slug>/rosters/", rosters.rosters, name="rosters"),
    path("t/<slug:slug>/teams/<int:team_id>/", rosters.team, name="team"),
    path("t/<slug:slug>/teams/<int:team_id>/let-play/", rosters.let_play, name="let_team_play"),
    path("cards/", card_sets.card_sets, name="card_sets"),
    path("cards/season/", card_sets.load_season_cards, name="load_season_cards"),
    path("cards/ratings/", ratings_sheets.ratings_sheet, name="ratings_sheet"),
    path("cards/upload/", card_sets.upload_cards, name="upload_cards"),
    path("cards/upload/<int:upload_id>/", card_sets.card_upload, name="card_upload"),
    path("cards/upload/<int:upload_id>/cancel/", card_sets.cancel_card_upload, name="cancel_card_upload"),
    path("cards/upload/<int:upload_id>/go-on/", card_sets.go_on_with_card_upload, name="card_upload_go_on"),
    path("cards/template.xlsx", card_sets.card_set_template, name="card_set_template"),
    path("cards/<int:card_set_id>/", card_sets.card_set, name="card_set"),
    path("cards/<int:card_set_id>/share/", card_sets.share_cards, name="share_card_set"),
    path("cards/<int:card_set_id>/delete/", card_sets.delete_cards, name="delete_card_set"),
    path("cards/<int:card_set_id>/cards.xlsx", card_sets.card_set_file, name="card_set_file"),
]
