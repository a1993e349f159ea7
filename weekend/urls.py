"""Addresses of weekend."""

from django.urls import path

from tournaments.urls import unbuilt

urlpatterns = [
    path("", unbuilt, name="home"),
    path("t/<slug:slug>/", unbuilt, name="tournament"),
    path("t/<slug:slug>/desk/", unbuilt, name="desk"),
    path("t/<slug:slug>/me/", unbuilt, name="my_team"),
    path("t/<slug:slug>/print/", unbuilt, name="printing"),
    path("api/", unbuilt, name="api_docs"),
]
