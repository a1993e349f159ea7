"""Photos of signed sheets, for the staff and the managers of both teams."""

from functools import partial

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST, require_safe

from core.errors import Refused
from core.refusals import PhotoRefusal
from pitching.models import SheetPhoto, SignOff
from pitching.queries.photos import may_remove_photo
from pitching.services.photos import attach_photo, remove_photo
from pitching.views.series import render_series_page
from tournaments.access.guards import tournament_view
from tournaments.access.token_files import accepts_token
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.models import Series, Tournament
from tournaments.views.answers import add_message, attempt


@require_POST
@tournament_view(roles="manager")
def attach(
    request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int, sign_off_id: int
) -> HttpResponse:
    signed = get_object_or_404(_sign_offs(tournament), pk=sign_off_id, series=series_id)
    _require_player(viewer, signed.series)
    upload = request.FILES.get("photo")
    try:
        if upload is None:
            raise Refused(PhotoRefusal.EMPTY, field="photo")
        attach_photo(signed=signed, content=upload.read(), file_name=(upload.name or "")[:80], actor=actor_of(viewer))
    except Refused as refused:
        return render_series_page(request, tournament, viewer, series_id, refused=str(refused), status=400)
    add_message(request, "The photo has been attached.")
    return redirect("series", tournament.slug, series_id)


def _sign_offs(tournament: Tournament) -> QuerySet[SignOff]:
    related = ("series__home", "series__away", "series__covered_by", "sheet_of")
    return SignOff.objects.filter(series__tournament=tournament).select_related(*related)


def _require_player(viewer: Viewer, series: Series) -> None:
    """Raise PermissionDenied unless the viewer is staff or manages one of the teams."""
    if not viewer.may_play(series):
        raise PermissionDenied("Only both teams' managers and the director's staff can see sheet photos.")


@accepts_token()
@require_safe
@tournament_view(roles="manager")
def photo(request: HttpRequest, tournament: Tournament, viewer: Viewer, photo_id: int) -> HttpResponse:
    stored = _photo(tournament, photo_id)
    _require_player(viewer, stored.sign_off.series)
    headers = {
        "Content-Disposition": f'inline; filename="sheet-{stored.pk}.jpg"',
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(bytes(stored.content), content_type="image/jpeg", headers=headers)


def _photo(tournament: Tournament, photo_id: int) -> SheetPhoto:
    related = ("sign_off__series__home", "sign_off__series__away", "sign_off__series__covered_by", "sign_off__sheet_of")
    photos = SheetPhoto.objects.filter(sign_off__series__tournament=tournament).select_related(*related)
    return get_object_or_404(photos, pk=photo_id)


@require_POST
@tournament_view(roles="manager")
def remove(request: HttpRequest, tournament: Tournament, viewer: Viewer, photo_id: int) -> HttpResponse:
    stored = _photo(tournament, photo_id)
    if not may_remove_photo(stored, viewer):
        raise PermissionDenied("Only the director or the person who attached the photo can remove it.")
    attempt(request, partial(remove_photo, photo=stored, actor=actor_of(viewer)), "The photo has been removed.")
    return redirect("series", tournament.slug, stored.sign_off.series_id)
