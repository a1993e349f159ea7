"""Root URL configuration. Each app has its own URLs."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView

from config.old_addresses import old_addresses
from core import health, metrics

urlpatterns = [
    path("health/live/", health.live, name="health_live"),
    path("health/ready/", health.ready, name="health_ready"),
    path("metrics", metrics.metrics, name="metrics"),
    path("", include("play.urls")),  # first, because Django tries patterns in order
    path("", include("weekend.urls")),
    path("", include("backups.urls")),
    path("", include("tabletop.urls")),
    path("", include("club.urls")),
    path("", include("tournaments.urls")),
    path("", include("drafts.urls")),
    path("", include("games.urls")),
    path("", include("pitching.urls")),
    *old_addresses,
    path("api/v1/schema/", SpectacularAPIView.as_view(), name="api_schema"),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/v1/", include("drafts.api.urls")),
    path("api/v1/", include("games.api.urls")),
    path("api/v1/", include("pitching.api.urls")),
    path("api/v1/", include("tabletop.api.urls")),
    path("api/v1/", include("play.api.urls")),
    path("api/v1/", include("club.api.urls")),
    path("api/v1/", include("backups.api.urls")),
    path("api/v1/", include("weekend.api.urls")),
]

handler400 = "core.error_pages.bad_request"
handler403 = "core.error_pages.permission_denied"
handler404 = "core.error_pages.page_not_found"
handler500 = "core.error_pages.server_error"
