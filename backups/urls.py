"""URLs for backups, tournament files and devices."""

from django.urls import path

from backups.views import deletion, installation, standby, tournament_files

urlpatterns = [
    path("t/<slug:slug>/file/", tournament_files.tournament_file, name="tournament_file"),
    path("t/<slug:slug>/delete/", deletion.delete, name="delete_tournament"),
    path("deleted/<slug:slug>/recover/", deletion.recover, name="recover_tournament"),
    path("t/<slug:slug>/saved/", installation.saved, name="saved"),
    path("imports/", tournament_files.upload_import, name="tournament_imports"),
    path("imports/<uuid:mark>/", tournament_files.import_page, name="tournament_import"),
    path("imports/<uuid:mark>/cancel/", tournament_files.cancel_import_view, name="cancel_import"),
    path("imports/<uuid:mark>/resume/", tournament_files.resume_import_view, name="resume_import"),
    path("standby/", standby.standby_page, name="standby"),
    path("standby/state/", standby.standby_check, name="standby_check"),
    path("standby/pair/", standby.pair_standby, name="pair_standby"),
    path("standby/position/", standby.position, name="standby_position"),
    path("standby/copy/", standby.copy, name="standby_copy"),
    path("standby/hand-over/", standby.hand_over, name="standby_hand_over"),
    path("standby/arrive/", standby.arrive, name="arrive"),
    path("checkup/", installation.checkup, name="checkup"),
    path("devices/", installation.devices_page, name="all_devices"),
    path("devices/<int:device_id>/end/", installation.sign_out_device, name="end_device"),
    path("backups/", installation.backups_page, name="backups"),
    path("backups/upload/", installation.upload_backup, name="upload_backup"),
    path("backups/<str:name>/", installation.backup_page, name="backup"),
    path("backups/<str:name>/file/", installation.backup_file, name="backup_file"),
]
