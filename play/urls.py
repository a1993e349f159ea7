"""Addresses of the play table."""

from django.urls import path

from play.views import director, results, start, tables

urlpatterns = [
    path("t/<slug:slug>/series/<int:series_id>/table/", start.series_table, name="series_table"),
    path("t/<slug:slug>/series/<int:series_id>/table/<int:game_number>/", start.resume_table, name="resume_table"),
    path("t/<slug:slug>/tables/<slug:public_id>/", director.question, name="table_question"),
    path("play/", start.new_game, name="play_new"),
    path("play/seat/<str:token>/", start.seat, name="play_seat"),
    path("play/<slug:public_id>/", tables.table, name="play_table"),
    path("play/<slug:public_id>/prepare/", start.prepare, name="play_prepare"),
    path("play/<slug:public_id>/ready/", tables.ready, name="play_ready"),
    path("play/<slug:public_id>/move/", tables.move, name="play_move"),
    path("play/<slug:public_id>/changes/", tables.changes, name="play_changes"),
    path("play/<slug:public_id>/plays/", tables.plays, name="play_plays"),
    path("play/<slug:public_id>/table-events/", tables.events, name="play_events"),
    path("play/<slug:public_id>/box-score/", results.box_score, name="play_box_score"),
    path("play/<slug:public_id>/dice/", results.dice, name="play_dice"),
    path("play/<slug:public_id>/dice.json", results.dice_file, name="play_dice_file"),
    path("play/<slug:public_id>/retrosheet.txt", results.retrosheet, name="play_retrosheet"),
]
