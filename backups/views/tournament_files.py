"""A whole tournament as a file: its director takes it along, the organiser of another installation opens it."""

import tempfile
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from uuid import UUID, uuid4

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from backups.archives import BackupError
from backups.models import ArrivingFile
from backups.queries.imports import import_progress
from backups.refusals import ImportRefusal
from backups.services.imports import cancel_import, enqueue_import, is_canceled, request_import, resume_import
from backups.transfer import file_name, preview_import, write_tournament
from core.errors import Refused
from tournaments.access.guards import require, tournament_view
from tournaments.access.token_files import accepts_token
from tournaments.access.viewers import Viewer, viewers_of
from tournaments.action_log.writing import actor_of
from tournaments.models import Tournament
from tournaments.views.answers import add_refusal_message, attempt

_KEPT_SECONDS = 3600  # how long an uploaded file waits for a yes


@accepts_token()
@require_safe
@tournament_view(roles="director")
def tournament_file(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """The file, without links, devices and PINs."""
    with tempfile.TemporaryDirectory(prefix="pennant-tournament-") as folder:
        path = Path(folder) / file_name(tournament, timezone.now())
        write_tournament(tournament, path)
        content = path.read_bytes()
    disposition = f'attachment; filename="{path.name}"'
    return HttpResponse(content, content_type="application/zip", headers={"Content-Disposition": disposition})


@require_http_methods(["GET", "POST"])
def upload_import(request: HttpRequest) -> HttpResponse:
    """POST brings a file here, where it waits until somebody has seen what it holds."""
    require(viewers_of(request).of(None), "organiser")
    if request.method == "GET":
        return _render_upload(request)
    sent = request.FILES.get("file")
    if sent is None:
        return _render_upload(request, Refused(ImportRefusal.NO_FILE, field="file"))
    mark = uuid4()
    path = _store_upload(sent, mark)
    try:
        preview_import(path)
    except BackupError as fault:
        path.unlink(missing_ok=True)
        return _render_upload(request, _with_sent_name(fault, sent.name or "The file"))
    return redirect("arrival", mark)


def _with_sent_name(refused: BackupError, name: str) -> Refused:
    """Return the refusal with the name that the user knows, instead of the name on the disk here."""
    ruling = refused.ruling
    if ruling is None or "file" not in ruling.facts:
        return refused
    return Refused(replace(ruling, facts={**ruling.facts, "file": name}))


@require_http_methods(["GET", "POST"])
def import_page(request: HttpRequest, mark: UUID) -> HttpResponse:
    """What the file holds; POST has the worker open it beside the tournaments that are here. Then how far that is."""
    viewer = viewers_of(request).of(None)
    require(viewer, "organiser")
    arriving = ArrivingFile.objects.defer("content").filter(mark=mark).first()
    if arriving is not None:
        return _progress(request, arriving)
    path = _upload_path(mark)
    try:
        if not path.exists():
            raise BackupError(ImportRefusal.FILE_GONE)
        seen = preview_import(path)
        if request.method == "GET" or seen.refusal is not None:
            status = 409 if request.method == "POST" else 200
            return render(request, "backups/import_preview.html", {"seen": seen}, status=status)
        title = seen.tournament.name
        arriving = request_import(mark=mark, title=title, content=path.read_bytes(), actor=actor_of(viewer))
    except Refused as fault:
        return _render_upload(request, fault)
    path.unlink(missing_ok=True)
    _queue_import(request, arriving)
    return redirect("arrival", mark)


@require_POST
def cancel_import_view(request: HttpRequest, mark: UUID) -> HttpResponse:
    require(viewers_of(request).of(None), "organiser")
    arriving = get_object_or_404(ArrivingFile.objects.defer("content"), mark=mark)
    attempt(request, lambda: cancel_import(arriving=arriving), "Canceled.")
    return redirect("arrival", mark)


@require_POST
def resume_import_view(request: HttpRequest, mark: UUID) -> HttpResponse:
    """Queue a file again whose worker is silent."""
    require(viewers_of(request).of(None), "organiser")
    arriving = get_object_or_404(ArrivingFile.objects.defer("content"), mark=mark)
    try:
        resume_import(arriving=arriving, now=timezone.now())
        _queue_import(request, arriving)
    except Refused as refused:
        add_refusal_message(request, refused)
    return redirect("arrival", mark)


def _progress(request: HttpRequest, arriving: ArrivingFile) -> HttpResponse:
    if arriving.is_open and is_canceled(arriving):
        arriving.state = ArrivingFile.State.CANCELLED  # the row follows when the database is free
    shown = import_progress(arriving, timezone.now())
    response = render(request, "backups/import_progress.html", {"shown": shown, "arriving": arriving})
    response.headers["Cache-Control"] = "no-store"
    return response


def _queue_import(request: HttpRequest, arriving: ArrivingFile) -> None:
    if not enqueue_import(arriving.pk):
        add_refusal_message(request, Refused(ImportRefusal.QUEUE_DOWN))


def _render_upload(request: HttpRequest, refused: Refused | None = None) -> HttpResponse:
    return render(request, "backups/imports.html", {"refused": refused}, status=409 if refused else 200)


def _upload_path(mark: UUID) -> Path:
    return Path(settings.DATA_DIR) / "arrivals" / f"{mark}.pennant"


def _store_upload(sent: "UploadedFile[bytes]", mark: UUID) -> Path:
    path = _upload_path(mark)
    path.parent.mkdir(exist_ok=True)
    for old in path.parent.glob("*.pennant"):
        with suppress(OSError):
            if time.time() - old.stat().st_mtime > _KEPT_SECONDS:
                old.unlink()
    path.touch(mode=0o600)
    with path.open("wb") as file:
        for piece in sent.chunks():
            file.write(piece)
    return path
