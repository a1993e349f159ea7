"""Addresses of games. The pages of results are with the pitching sheets, since they show the signatures."""

from django.urls import path

from games.views import (
    box_scores,
    declared,
    enter,
    hurt,
    leaving,
    mistakes,
    play_order,
    rulings,
    shootouts,
    suspended,
    swapping,
)

urlpatterns = [
    path("t/<slug:slug>/series/<int:series_id>/box/", box_scores.box_scores, name="box_scores"),
    path("t/<slug:slug>/players/", box_scores.players, name="players"),
    path("t/<slug:slug>/series/<int:series_id>/enter/", enter.enter_series, name="enter_series"),
    path("t/<slug:slug>/series/<int:series_id>/check/", enter.check_series, name="check_series"),
    path("t/<slug:slug>/series/<int:series_id>/start/", play_order.start, name="start_series"),
    path("t/<slug:slug>/series/<int:series_id>/order/", play_order.correct, name="correct_order"),
    path("t/<slug:slug>/order-of-play/", play_order.orders, name="orders_of_play"),
    path("t/<slug:slug>/series/<int:series_id>/hurt/", hurt.hurt, name="hurt"),
    path("t/<slug:slug>/series/<int:series_id>/leave/", leaving.leave_series, name="leave_series"),
    path("t/<slug:slug>/series/<int:series_id>/swap/", swapping.swap_home, name="swap_home"),
    path("t/<slug:slug>/teams/<int:team_id>/rotation/", declared.rotation, name="rotation"),
    path("t/<slug:slug>/mistakes/", mistakes.mistakes, name="mistakes"),
    path("t/<slug:slug>/mistakes/<int:mistake_id>/", mistakes.mistake, name="mistake"),
    path("t/<slug:slug>/mistakes/<int:mistake_id>/answer/", mistakes.answer, name="answer_mistake"),
    path("t/<slug:slug>/mistakes/<int:mistake_id>/take-back/", mistakes.take_back, name="take_game_back"),
    path("t/<slug:slug>/series/<int:series_id>/mistake/", mistakes.report, name="report_mistake"),
    path("t/<slug:slug>/suspended/", suspended.suspended, name="suspended"),
    path("t/<slug:slug>/suspended/<int:game_id>/", suspended.suspended_game, name="suspended_game"),
    path("t/<slug:slug>/suspended/<int:game_id>/describe/", suspended.describe, name="describe_suspension"),
    path("t/<slug:slug>/suspended/<int:game_id>/stand-in/", suspended.stand_in, name="name_stand_in"),
    path("t/<slug:slug>/suspended/<int:game_id>/agree/", suspended.agree, name="agree_to_finish"),
    path("t/<slug:slug>/suspended/order/<int:team_id>/", suspended.order, name="roll_for_order"),
    path("t/<slug:slug>/standings/<int:division_id>/shootout/", shootouts.open_page, name="open_shootout"),
    path("t/<slug:slug>/shootouts/<int:shootout_id>/", shootouts.shootout, name="shootout"),
    path("t/<slug:slug>/shootouts/<int:shootout_id>/half/", shootouts.half, name="shootout_half"),
    path("t/<slug:slug>/rulings/", rulings.rulings, name="rulings"),
    path("t/<slug:slug>/series/<int:series_id>/ask/", rulings.ask, name="ask_ruling"),
    path("t/<slug:slug>/rulings/<int:ruling_id>/", rulings.give, name="give_ruling"),
]
