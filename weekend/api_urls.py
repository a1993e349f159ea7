"""Version 1 of the API; each app brings its own resources."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.routers import SimpleRouter

from tournaments import api as tournaments_api

router = SimpleRouter()
router.register("tournaments", tournaments_api.TournamentViewSet, basename="api-tournament")

within = SimpleRouter()
within.register("divisions", tournaments_api.DivisionViewSet, basename="api-division")
within.register("teams", tournaments_api.TeamViewSet, basename="api-team")
within.register("series", tournaments_api.SeriesViewSet, basename="api-series")
within.register("actions", tournaments_api.ActionViewSet, basename="api-action")

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api_schema"),
    path("", include(router.urls)),
    path("tournaments/<slug:slug>/standings/", tournaments_api.StandingsView.as_view(), name="api-standings"),
    path("tournaments/<slug:slug>/", include(within.urls)),
]
