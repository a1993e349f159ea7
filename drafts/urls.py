"""Addresses of drafts."""

from django.urls import path

from drafts.views import card_sets
from tournaments.urls import unbuilt

urlpatterns = [
    path("t/<slug:slug>/draft/", unbuilt, name="draft"),
    path("t/<slug:slug>/draft/<int:division_id>/", unbuilt, name="draft_board"),
    path("t/<slug:slug>/rosters/", unbuilt, name="rosters"),
    path("t/<slug:slug>/teams/<int:team_id>/", unbuilt, name="team"),
    path("cards/", card_sets.card_sets, name="card_sets"),
    path("cards/season/", card_sets.load_season_cards, name="load_season_cards"),
    path("cards/upload/", card_sets.upload_cards, name="upload_cards"),
    path("cards/template.xlsx", card_sets.card_set_template, name="card_set_template"),
    path("cards/<int:card_set_id>/", card_sets.card_set, name="card_set"),
    path("cards/<int:card_set_id>/cards.xlsx", card_sets.card_set_file, name="card_set_file"),
]
