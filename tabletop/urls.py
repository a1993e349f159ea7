"""Addresses of lineups and odds."""

from django.urls import path

from tabletop.views import lineup, odds

urlpatterns = [
    path("t/<slug:slug>/me/line-up/", lineup.line_up, name="line_up"),
    path("t/<slug:slug>/odds/", odds.odds, name="odds"),
    path("t/<slug:slug>/odds/work-out/", odds.calculate, name="odds_work_out"),
    path("t/<slug:slug>/odds/stop/", odds.stop, name="odds_stop"),
    path("t/<slug:slug>/odds/show/", odds.show, name="odds_show"),
]
