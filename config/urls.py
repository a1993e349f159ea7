"""Every address of the site; each app brings its own."""

from django.urls import include, path

urlpatterns = [
    path("", include("weekend.urls")),
    path("", include("tournaments.urls")),
    path("", include("drafts.urls")),
    path("", include("games.urls")),
    path("", include("pitching.urls")),
    path("api/v1/", include("weekend.api_urls")),
]

handler400 = "tournaments.error_pages.bad_request"
handler403 = "tournaments.error_pages.refused"
handler404 = "tournaments.error_pages.not_found"
handler500 = "tournaments.error_pages.failed"
