"""Every address of the site; each app brings its own."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

urlpatterns = [
    path("", include("weekend.urls")),
    path("", include("tournaments.urls")),
    path("", include("drafts.urls")),
    path("", include("games.urls")),
    path("", include("pitching.urls")),
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="api_schema"),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/v1/", include("drafts.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("pitching.api.urls")),
]

handler400 = "core.error_pages.bad_request"
handler403 = "core.error_pages.refused"
handler404 = "core.error_pages.not_found"
handler500 = "core.error_pages.failed"
