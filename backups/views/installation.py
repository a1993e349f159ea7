"""The installation, for its organiser: copies of everything, which devices are signed in, what was done last."""

from pathlib import Path

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from backups.archives import NotKept
from backups.backup import KEPT, CopyKind, copies, folders, make_copy, second_folder_fault
from backups.restore import preview, restore
from core.errors import Refused
from tournaments.access.guards import require
from tournaments.access.links import standing
from tournaments.access.viewers import viewers_of
from tournaments.action_log.writing import Actor, actor_of
from tournaments.models import Action, Device
from tournaments.services.invitations import end_device
from tournaments.views.answers import attempt

_ACTS, _DEVICES = 50, 500


def _organiser(request: HttpRequest) -> Actor:
    viewer = viewers_of(request).of(None)
    require(viewer, "organiser")
    return actor_of(viewer)


@require_safe
def devices_page(request: HttpRequest) -> HttpResponse:
    _organiser(request)
    held = Device.objects.filter(standing("access__"), ended_at=None).select_related(
        "access__tournament", "access__team"
    )
    page = {
        "devices": held[:_DEVICES],
        "acts": Action.objects.select_related("tournament")[:_ACTS],
    }
    return render(request, "backups/devices.html", page)


@require_POST
def end_at_device(request: HttpRequest, device_id: int) -> HttpResponse:
    """Sign one device out."""
    actor = _organiser(request)
    device = get_object_or_404(Device.objects.select_related("access__tournament"), pk=device_id)
    attempt(request, lambda: end_device(device=device, actor=actor), f"{device} is signed out.")
    return redirect("all_devices")


@require_http_methods(["GET", "POST"])
def copies_page(request: HttpRequest) -> HttpResponse:
    """The copies in both folders; POST makes one now."""
    _organiser(request)
    if request.method == "POST":
        try:
            kept = make_copy(CopyKind.ASKED)
        except Refused as refused:
            return _list(request, refused)
        messages.success(request, f"Kept as {kept.name}, read back and sound.")
        return redirect("copies")
    return _list(request)


@require_http_methods(["GET", "POST"])
def copy_page(request: HttpRequest, name: str) -> HttpResponse:
    """What a copy holds and what would go; POST brings it back."""
    actor = _organiser(request)
    try:
        path = _copy_or_404(name)
        if request.method == "POST":
            facts = restore(path, actor)
            messages.success(request, f"Brought back: everything is as it was at {facts.when}.")
            return redirect("home")
        seen = preview(path)
    except Refused as refused:
        return _list(request, refused)
    return render(request, "backups/backup.html", {"name": name, "seen": seen, "second": path.parent != folders()[0]})


@require_safe
def copy_file(request: HttpRequest, name: str) -> HttpResponse | FileResponse:
    """The file itself, to be taken elsewhere. It holds the key of all links."""
    _organiser(request)
    try:
        return FileResponse(_copy_or_404(name).open("rb"), as_attachment=True)
    except Refused as refused:
        return _list(request, refused)


def _copy_or_404(name: str) -> Path:
    """By its name alone, never by a path."""
    if Path(name).name != name:
        raise Http404
    for folder in folders():
        for copy in copies(folder):
            if copy.path.name == name:
                return copy.path
    raise NotKept(f"There is no copy {name} any more. The rule below says how long one is kept.")


def _list(request: HttpRequest, refused: Refused | None = None) -> HttpResponse:
    page = {
        "folders": [(folder, copies(folder)) for folder in folders()],
        "fault": second_folder_fault(),
        "refused": refused,
        "kept": KEPT,
    }
    return render(request, "backups/backups.html", page, status=409 if refused else 200)
