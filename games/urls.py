"""Addresses of games. The pages of results are with the pitching sheets, since they show the signatures."""

from django.urls import path

from games.views import enter, rulings

urlpatterns = [
    path("t/<slug:slug>/series/<int:series_id>/enter/", enter.enter_series, name="enter_series"),
    path("t/<slug:slug>/series/<int:series_id>/check/", enter.check_series, name="check_series"),
    path("t/<slug:slug>/rulings/", rulings.rulings, name="rulings"),
    path("t/<slug:slug>/series/<int:series_id>/ask/", rulings.ask, name="ask_ruling"),
    path("t/<slug:slug>/rulings/<int:ruling_id>/", rulings.give, name="give_ruling"),
]
