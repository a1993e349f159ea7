"""URLs for lineups and odds."""

from django.urls import path

from tabletop.views import lineup, odds

urlpatterns = [
    path("t/<slug:slug>/me/lineup/", lineup.lineup, name="lineup"),
    path("t/<slug:slug>/odds/", odds.odds, name="odds"),
    path("t/<slug:slug>/odds/calculate/", odds.calculate, name="calculate_odds"),
    path("t/<slug:slug>/odds/stop/", odds.stop, name="odds_stop"),
    path("t/<slug:slug>/odds/show/", odds.show, name="odds_show"),
]
