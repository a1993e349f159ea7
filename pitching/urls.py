"""URLs for pitching pages, and for results, which show the signatures."""

from django.urls import path

from pitching.views import photos, series, sheets, signing

urlpatterns = [
    path("t/<slug:slug>/results/", series.results, name="results"),
    path("t/<slug:slug>/series/<int:series_id>/", series.series_page, name="series"),
    path("t/<slug:slug>/series/<int:series_id>/sign/<int:team_id>/", sheets.sign, name="sign_sheet"),
    path("t/<slug:slug>/series/<int:series_id>/photos/<int:sign_off_id>/", photos.attach, name="attach_photo"),
    path("t/<slug:slug>/photos/<int:photo_id>.jpg", photos.photo, name="sheet_photo"),
    path("t/<slug:slug>/photos/<int:photo_id>/remove/", photos.remove, name="remove_photo"),
    path("t/<slug:slug>/sheets/", sheets.sheets, name="sheets"),
    path("t/<slug:slug>/sign-all/", signing.sign_all, name="sign_all"),
    path("t/<slug:slug>/signing/", signing.signing, name="signing"),
    path("t/<slug:slug>/sheets/<int:team_id>/", sheets.sheet, name="sheet"),
    path("t/<slug:slug>/bullpens/", sheets.bullpens, name="bullpens"),
    path("t/<slug:slug>/bullpens/<int:division_id>/", sheets.division_board, name="division_board"),
    path("check/", sheets.check_form, name="check_form"),
    path("check/<str:code>/", sheets.check, name="check"),
]
