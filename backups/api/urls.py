"""API URLs for backups, deleted tournaments, devices and the checkup, for organizers."""

from django.urls import path

from backups.api import deletion, imports, installation
from tournaments.api.base import of_tournament

urlpatterns = [
    path("backups/", installation.BackupsView.as_view(), name="api_backups"),
    path("devices/", installation.DevicesView.as_view(), name="api_devices"),
    path("devices/<int:device_id>/", installation.DeviceView.as_view(), name="api_device"),
    path("checkup/", installation.CheckupView.as_view(), name="api_checkup"),
    of_tournament("delete/", deletion.DeleteTournamentView, "api_delete_tournament"),
    path("deleted-tournaments/", deletion.DeletedTournamentsView.as_view(), name="api_deleted_tournaments"),
    path(
        "deleted-tournaments/<slug:slug>/recover/",
        deletion.RecoverTournamentView.as_view(),
        name="api_recover_tournament",
    ),
    path("imports/", imports.ImportsView.as_view(), name="api_imports"),
    path("imports/<uuid:mark>/", imports.ImportView.as_view(), name="api_import"),
    path("imports/<uuid:mark>/resume/", imports.ResumeImportView.as_view(), name="api_resume_import"),
]
