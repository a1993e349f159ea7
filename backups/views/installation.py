"""Pages for the organizer: backups, signed-in devices and recent actions."""

from pathlib import Path

from django.contrib import messages
from django.contrib.messages.storage import default_storage
from django.db import connection
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from backups.archives import BackupError, BackupKind
from backups.backup import RETENTION, backup_folders, make_backup, read_folder, stored_backups
from backups.queries.backup_state import backup_state
from backups.queries.checkup import run_checkup
from backups.refusals import RestoreRefusal
from backups.restore import preview_restore, restore_backup
from backups.schedule import read_report
from backups.services.uploads import store_backup
from backups.tournament_copies import tournament_folder
from core.errors import Refused
from tournaments.access.guards import require, tournament_view
from tournaments.access.links import standing
from tournaments.access.token_files import accepts_token
from tournaments.access.viewers import SESSION_KEY, Viewer, remember, viewers_of
from tournaments.action_log.writing import Actor, actor_of
from tournaments.models import Access, Action, Device, Role, Tournament
from tournaments.services.invitations import end_device
from tournaments.views.answers import attempt

_ACTS, _DEVICES = 50, 500


def _require_organizer(request: HttpRequest) -> Actor:
    viewer = viewers_of(request).viewer_of(None)
    require(viewer, "organiser")
    return actor_of(viewer)


@require_safe
def devices_page(request: HttpRequest) -> HttpResponse:
    _require_organizer(request)
    devices = Device.objects.filter(standing("access__"), ended_at=None).select_related(
        "access__tournament", "access__team"
    )
    page = {
        "devices": devices[:_DEVICES],
        "acts": Action.objects.select_related("tournament")[:_ACTS],
    }
    return render(request, "backups/devices.html", page)


@require_POST
def sign_out_device(request: HttpRequest, device_id: int) -> HttpResponse:
    """Sign a device out."""
    actor = _require_organizer(request)
    device = get_object_or_404(Device.objects.select_related("access__tournament"), pk=device_id)
    attempt(request, lambda: end_device(device=device, actor=actor), f"{device} has been signed out.")
    return redirect("all_devices")


@require_safe
def checkup(request: HttpRequest) -> HttpResponse:
    """Show the same results as `pennant doctor`."""
    _require_organizer(request)
    return render(request, "backups/checkup.html", {"lines": run_checkup()})


@require_http_methods(["GET", "POST"])
def backups_page(request: HttpRequest) -> HttpResponse:
    """Show the backups in both folders. POST makes one now."""
    _require_organizer(request)
    if request.method == "POST":
        try:
            backup = make_backup(BackupKind.ASKED)
        except Refused as refused:
            return _render_backups(request, refused)
        messages.success(request, f"Saved as {backup.name} and checked. Download it to keep a copy elsewhere.")
        return redirect("backup", backup.name)
    return _render_backups(request)


@require_POST
def upload_backup(request: HttpRequest) -> HttpResponse:
    """Store a backup from another computer, and show its content."""
    _require_organizer(request)
    try:
        name = store_backup(request.FILES.get("file"))
    except Refused as refused:
        return _render_backups(request, refused)
    return redirect("backup", name)


@require_safe
@tournament_view(roles="staff")
def saved(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the backup state. The dashboard reloads this part every few seconds."""
    page = {"tournament": tournament, "saved": backup_state(timezone.now())}
    return render(request, "backups/saved.html", page)


@require_http_methods(["GET", "POST"])
def backup_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show a backup's content and what would be lost. POST restores it."""
    actor = _require_organizer(request)
    try:
        path = _backup_or_404(name)
        if request.method == "POST":
            facts = restore_backup(path, actor)
            _sign_in_after_restore(request)
            messages.success(request, f"Restored to {facts.when}.")
            return redirect("home")
        seen = preview_restore(path)
    except Refused as refused:
        return _render_backups(request, refused)
    return render(
        request, "backups/backup.html", {"name": name, "seen": seen, "second": path.parent != backup_folders()[0]}
    )


def _sign_in_after_restore(request: HttpRequest) -> None:
    """Sign the organizer in again, because the restored devices may not include this one."""
    # both cookies are signed with the backup's key
    request.session.modified = True
    request._messages = default_storage(request)  # type: ignore[attr-defined]
    if Device.objects.filter(key=request.session.get(SESSION_KEY, ""), ended_at=None).exists():
        return
    access = Access.objects.filter(standing(), role=Role.ORGANISER).order_by("pk").first()
    if access is not None:
        remember(request, access)


@accepts_token(with_secrets=True)
@require_safe
def backup_file(request: HttpRequest, name: str) -> HttpResponse | FileResponse:
    """Download a backup. It contains the key for all links."""
    _require_organizer(request)
    try:
        return FileResponse(_backup_or_404(name).open("rb"), as_attachment=True)
    except Refused as refused:
        return _render_backups(request, refused)


def _backup_or_404(name: str) -> Path:
    """Find a backup by its name, never by a path."""
    if Path(name).name != name:
        raise Http404
    for folder in backup_folders():
        for copy in stored_backups(folder):
            if copy.path.name == name:
                return copy.path
    raise BackupError(RestoreRefusal.NO_SUCH_BACKUP, file=name)


def _render_backups(request: HttpRequest, refused: Refused | None = None) -> HttpResponse:
    page = {
        "folders": [read_folder(path) for path in backup_folders()],
        "state": backup_state(timezone.now()),
        "interval": read_report().interval,
        "refused": refused,
        "kept": RETENTION,
        "tournament_folder": tournament_folder() if connection.vendor == "postgresql" else None,
    }
    return render(request, "backups/backups.html", page, status=409 if refused else 200)
