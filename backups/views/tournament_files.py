"""Export a tournament to a file, and import one from another installation."""

import tempfile
from pathlib import Path
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from backups.models import ArrivingFile
from backups.queries.imports import import_progress
from backups.refusals import ImportRefusal
from backups.services.imports import cancel_import, enqueue_import, resume_import, with_cancellation
from backups.services.uploads import confirm_upload, preview_upload, store_upload
from backups.transfer import file_name, write_tournament
from core.errors import Refused
from tournaments.access.guards import require, tournament_view
from tournaments.access.token_files import accepts_token
from tournaments.access.viewers import Viewer, viewers_of
from tournaments.action_log.writing import actor_of
from tournaments.models import Tournament
from tournaments.views.answers import add_refusal_message, attempt


@accepts_token()
@require_safe
@tournament_view(roles="director")
def tournament_file(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Download the tournament file. It contains no links, devices or PINs."""
    with tempfile.TemporaryDirectory(prefix="pennant-tournament-") as folder:
        path = Path(folder) / file_name(tournament, timezone.now())
        write_tournament(tournament, path)
        content = path.read_bytes()
    disposition = f'attachment; filename="{path.name}"'
    return HttpResponse(content, content_type="application/zip", headers={"Content-Disposition": disposition})


@require_http_methods(["GET", "POST"])
def upload_import(request: HttpRequest) -> HttpResponse:
    """Upload a file, which waits until someone has checked its contents."""
    require(viewers_of(request).viewer_of(None), "organiser")
    if request.method == "GET":
        return _render_upload(request)
    try:
        mark = store_upload(request.FILES.get("file"))
    except Refused as refused:
        return _render_upload(request, refused)
    return redirect("tournament_import", mark)


@require_http_methods(["GET", "POST"])
def import_page(request: HttpRequest, mark: UUID) -> HttpResponse:
    """Show the file's contents, then the progress of its import.

    POST starts the import in the worker.
    """
    viewer = viewers_of(request).viewer_of(None)
    require(viewer, "organiser")
    arriving = ArrivingFile.objects.defer("content").filter(mark=mark).first()
    if arriving is not None:
        return _progress(request, arriving)
    try:
        seen = preview_upload(mark)
        if request.method == "GET" or seen.refusal is not None:
            status = 409 if request.method == "POST" else 200
            return render(request, "backups/import_preview.html", {"seen": seen}, status=status)
        arriving = confirm_upload(mark, seen, actor_of(viewer))
    except Refused as fault:
        return _render_upload(request, fault)
    _queue_import(request, arriving)
    return redirect("tournament_import", mark)


@require_POST
def cancel_import_view(request: HttpRequest, mark: UUID) -> HttpResponse:
    require(viewers_of(request).viewer_of(None), "organiser")
    arriving = get_object_or_404(ArrivingFile.objects.defer("content"), mark=mark)
    attempt(request, lambda: cancel_import(arriving=arriving), "Canceled.")
    return redirect("tournament_import", mark)


@require_POST
def resume_import_view(request: HttpRequest, mark: UUID) -> HttpResponse:
    """Queue a file again if its worker has stopped."""
    require(viewers_of(request).viewer_of(None), "organiser")
    arriving = get_object_or_404(ArrivingFile.objects.defer("content"), mark=mark)
    try:
        resume_import(arriving=arriving, now=timezone.now())
        _queue_import(request, arriving)
    except Refused as refused:
        add_refusal_message(request, refused)
    return redirect("tournament_import", mark)


def _progress(request: HttpRequest, arriving: ArrivingFile) -> HttpResponse:
    shown = import_progress(with_cancellation(arriving), timezone.now())
    response = render(request, "backups/import_progress.html", {"shown": shown, "arriving": arriving})
    response.headers["Cache-Control"] = "no-store"
    return response


def _queue_import(request: HttpRequest, arriving: ArrivingFile) -> None:
    if not enqueue_import(arriving.pk):
        add_refusal_message(request, Refused(ImportRefusal.QUEUE_DOWN))


def _render_upload(request: HttpRequest, refused: Refused | None = None) -> HttpResponse:
    return render(request, "backups/imports.html", {"refused": refused}, status=409 if refused else 200)
