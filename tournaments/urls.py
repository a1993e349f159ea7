"""Addresses of tournaments."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path

from tournaments.views import events, rules, setup, sign_in, standings


def unbuilt(request: HttpRequest, **kwargs: object) -> HttpResponse:
    raise Http404


urlpatterns = [
    path("sign-in/", sign_in.sign_in, name="sign_in"),
    path("join/<str:token>/", sign_in.join, name="join"),
    path("device/", sign_in.devices, name="devices"),
    path("new/", setup.new_tournament, name="new_tournament"),
    path("t/<slug:slug>/events/", events.events, name="events"),
    path("t/<slug:slug>/settings/", setup.settings, name="settings"),
    path("t/<slug:slug>/people/", unbuilt, name="people"),
    path("t/<slug:slug>/rolls/", unbuilt, name="rolls"),
    path("t/<slug:slug>/schedule/", unbuilt, name="schedule"),
    path("t/<slug:slug>/standings/", standings.standings, name="standings"),
    path("t/<slug:slug>/standings/projector/", standings.standings_projector, name="standings_projector"),
    path("t/<slug:slug>/standings/<int:division_id>/playoff-game/", standings.playoff_game, name="playoff_game"),
    path("t/<slug:slug>/standings/<int:division_id>/roll/", standings.tie_break_roll, name="tie_break_roll"),
    path("t/<slug:slug>/best-ofs/", unbuilt, name="bracket"),
    path("t/<slug:slug>/rules/", rules.rules, name="rules"),
    path("t/<slug:slug>/log/", unbuilt, name="log"),
]
