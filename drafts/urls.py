"""Addresses of drafts."""

from django.urls import path

from tournaments.urls import unbuilt

urlpatterns = [
    path("t/<slug:slug>/draft/", unbuilt, name="draft"),
    path("t/<slug:slug>/draft/<int:division_id>/", unbuilt, name="draft_board"),
    path("t/<slug:slug>/rosters/", unbuilt, name="rosters"),
    path("t/<slug:slug>/teams/<int:team_id>/", unbuilt, name="team"),
    path("cards/", unbuilt, name="card_sets"),
    path("cards/<int:card_set_id>/", unbuilt, name="card_set"),
]
