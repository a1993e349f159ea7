"""Addresses of weekend."""

from django.urls import path
from drf_spectacular.views import SpectacularSwaggerView

from tournaments.urls import unbuilt
from weekend.views import desk, exports, public

urlpatterns = [
    path("", public.home, name="home"),
    path("t/<slug:slug>/", public.overview, name="tournament"),
    path("t/<slug:slug>/desk/", desk.desk, name="desk"),
    path("t/<slug:slug>/round/", desk.round_projector, name="round_projector"),
    path("t/<slug:slug>/me/", unbuilt, name="my_team"),
    path("t/<slug:slug>/print/", unbuilt, name="printing"),
    path("t/<slug:slug>/export/<str:name>.<str:kind>", exports.export, name="export"),
    path("api/", SpectacularSwaggerView.as_view(url_name="api_schema"), name="api_docs"),
]
