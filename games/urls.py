"""Addresses of games."""

from django.urls import path

from tournaments.urls import unbuilt

urlpatterns = [
    path("t/<slug:slug>/results/", unbuilt, name="results"),
    path("t/<slug:slug>/series/<int:series_id>/", unbuilt, name="series"),
]
