"""Addresses of pitching."""

from django.urls import path

from tournaments.urls import unbuilt

urlpatterns = [
    path("t/<slug:slug>/sheets/", unbuilt, name="sheets"),
    path("t/<slug:slug>/sheets/<int:team_id>/", unbuilt, name="sheet"),
    path("check/<str:code>/", unbuilt, name="check"),
]
