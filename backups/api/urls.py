"""API addresses of backups, devices and the checkup, for organizers."""

from django.urls import path

from backups.api import installation

urlpatterns = [
    path("backups/", installation.BackupsView.as_view(), name="api_backups"),
    path("devices/", installation.DevicesView.as_view(), name="api_devices"),
    path("devices/<int:device_id>/", installation.DeviceView.as_view(), name="api_device"),
    path("checkup/", installation.CheckupView.as_view(), name="api_checkup"),
]
