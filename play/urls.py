"""URLs of the play table."""

from django.urls import path

from play.views import director, lobby, people, results, start, tables, watching

urlpatterns = [
    path("t/<slug:slug>/series/<int:series_id>/table/", start.series_table, name="series_table"),
    path("t/<slug:slug>/series/<int:series_id>/table/<int:game_number>/", start.resume_table, name="resume_table"),
    path("t/<slug:slug>/tables/<slug:public_id>/", director.question, name="table_question"),
    path("t/<slug:slug>/tables/<slug:public_id>/clock/", people.answer_clock, name="table_clock"),
    path("t/<slug:slug>/tables/<slug:public_id>/volunteer/", people.volunteers, name="table_volunteer"),
    path("t/<slug:slug>/live/", watching.live_games, name="live_games"),
    path("t/<slug:slug>/live/big-screen/", watching.live_big_screen, name="live_big_screen"),
    path("t/<slug:slug>/dice/", watching.tournament_dice_counts, name="tournament_dice_counts"),
    path("play/", start.new_game, name="play_new"),
    path("play/dice/", watching.dice_counts, name="play_dice_counts"),
    path("play/cards/", start.card_file, name="play_card_file"),
    path("play/seat/<str:token>/", start.seat, name="play_seat"),
    path("play/volunteer/<str:token>/", people.volunteer, name="play_volunteer"),
    path("play/<slug:public_id>/", tables.table, name="play_table"),
    path("play/<slug:public_id>/prepare/", start.prepare, name="play_prepare"),
    path("play/<slug:public_id>/ready/", tables.ready, name="play_ready"),
    path("play/<slug:public_id>/lineup/", lobby.lineup, name="play_lineup"),
    path("play/<slug:public_id>/move/", tables.move, name="play_move"),
    path("play/<slug:public_id>/people/", people.people, name="play_people"),
    path("play/<slug:public_id>/heartbeat/", people.heartbeat, name="play_heartbeat"),
    path("play/<slug:public_id>/say/", people.say, name="play_say"),
    path("play/<slug:public_id>/take-seat/", people.take_seat, name="play_take_seat"),
    path("play/<slug:public_id>/changes/", tables.changes, name="play_changes"),
    path("play/<slug:public_id>/orders/", tables.orders, name="play_orders"),
    path("play/<slug:public_id>/odds/", watching.option_odds, name="play_option_odds"),
    path("play/<slug:public_id>/plays/", tables.plays, name="play_plays"),
    path("play/<slug:public_id>/table-events/", tables.events, name="play_events"),
    path("play/<slug:public_id>/win-chances/", watching.win_chances, name="play_win_chances"),
    path("play/<slug:public_id>/box-score/", results.box_score, name="play_box_score"),
    path("play/<slug:public_id>/scorecard.pdf", results.scorecard, name="play_scorecard_pdf"),
    path("play/<slug:public_id>/dice/", results.dice, name="play_dice"),
    path("play/<slug:public_id>/dice.json", results.dice_file, name="play_dice_file"),
    path("play/<slug:public_id>/retrosheet.txt", results.retrosheet, name="play_retrosheet"),
]
