"""Addresses of backups, tournament files and devices."""

from django.urls import path

from backups.views import installation, tournament_files

urlpatterns = [
    path("t/<slug:slug>/file/", tournament_files.tournament_file, name="tournament_file"),
    path("arrivals/", tournament_files.arrivals, name="arrivals"),
    path("arrivals/<uuid:mark>/", tournament_files.arrival, name="arrival"),
    path("arrivals/<uuid:mark>/cancel/", tournament_files.cancel_arrival, name="cancel_arrival"),
    path("arrivals/<uuid:mark>/go-on/", tournament_files.go_on_with_arrival, name="arrival_go_on"),
    path("devices/", installation.devices_page, name="all_devices"),
    path("devices/<int:device_id>/end/", installation.end_at_device, name="end_device"),
    path("copies/", installation.copies_page, name="copies"),
    path("copies/<str:name>/", installation.copy_page, name="copy"),
    path("copies/<str:name>/file/", installation.copy_file, name="copy_file"),
]
