"""The print page: every document one click away, and print packs created by the worker."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from core.errors import Refused
from core.paper import pdf_response
from tournaments.access.guards import tournament_view
from tournaments.access.token_files import accepts_token
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.models import Series, Tournament
from tournaments.queries.phone_addresses import site_address
from tournaments.views.answers import add_message, add_refusal_message, attempt
from weekend.documents import table_formats
from weekend.models import PrintPack
from weekend.queries.printing import pack_status, pack_statuses, print_page, unprintable_names
from weekend.refusals import PrintPackRefusal
from weekend.services.print_packs import cancel_print_pack, enqueue_pack, request_print_pack
from weekend.tables import TABLES

_QUEUE_DOWN = "The job queue isn't responding. The next worker to start will make the pack."


@require_safe
@tournament_view(roles="staff")
def printing(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    context = {
        "newest": newest_number(tournament.pk),
        "page": print_page(tournament),
        "tables": [(table, table_formats(table.name)) for table in TABLES.values()],
        "packs": pack_statuses(tournament, timezone.now()),
        "unprintable_names": unprintable_names(tournament),
    }
    return render(request, "weekend/printing.html", context)


@require_POST
@tournament_view(roles="staff")
def request_pack(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Request the print pack for the round in the form, in the format stage:number."""
    stage, _, number = request.POST.get("round", "").partition(":")
    try:
        if stage not in Series.Stage.values or not number.isdecimal():
            raise Refused(PrintPackRefusal.NO_ROUND, field="round")
        pack = request_print_pack(
            tournament=tournament,
            stage=stage,
            round_number=min(int(number[:6]), 10_000),
            actor=actor_of(viewer),
            address=site_address(request, tournament),
        )
    except Refused as refused:
        add_refusal_message(request, refused)
        return redirect("printing", tournament.slug)
    if pack.state == PrintPack.State.WAITING:
        _send(request, pack)
    return redirect("print_pack", tournament.slug, pack.pk)


@require_safe
@tournament_view(roles="staff")
def pack_page(request: HttpRequest, tournament: Tournament, viewer: Viewer, pack_id: int) -> HttpResponse:
    """Show a pack's progress. The page reloads until the pack is finished."""
    status = pack_status(_pack(tournament, pack_id), timezone.now())
    context = {"newest": newest_number(tournament.pk), "status": status, "pack": status.pack}
    response = render(request, "weekend/print_pack.html", context)
    response.headers["Cache-Control"] = "no-store"
    return response


@require_POST
@tournament_view(roles="staff")
def cancel(request: HttpRequest, tournament: Tournament, viewer: Viewer, pack_id: int) -> HttpResponse:
    pack = _pack(tournament, pack_id)
    attempt(request, lambda: cancel_print_pack(pack=pack, actor=actor_of(viewer)), f"{pack} canceled.")
    return redirect("print_pack", tournament.slug, pack.pk)


@require_POST
@tournament_view(roles="staff")
def retry(request: HttpRequest, tournament: Tournament, viewer: Viewer, pack_id: int) -> HttpResponse:
    """Queue a pack again if its worker is silent."""
    pack = _pack(tournament, pack_id)
    if not pack.is_silent(timezone.now()):
        add_refusal_message(request, Refused(PrintPackRefusal.NOT_WAITING, subject=pack.pk))
    elif _send(request, pack):
        add_message(request, "Sent to the worker again.")
    return redirect("print_pack", tournament.slug, pack.pk)


@accepts_token()
@require_safe
@tournament_view(roles="staff")
def pack_pdf(request: HttpRequest, tournament: Tournament, viewer: Viewer, pack_id: int) -> HttpResponse:
    pack = get_object_or_404(PrintPack, tournament=tournament, pk=pack_id)
    if pack.content is None:
        raise Http404("This print pack is not ready.")
    return pdf_response(bytes(pack.content), tournament.slug, "print-pack", pack.get_stage_display(), str(pack.round))


def _send(request: HttpRequest, pack: PrintPack) -> bool:
    is_sent = enqueue_pack(pack.pk)
    if not is_sent:
        add_refusal_message(request, Refused(_QUEUE_DOWN))
    return is_sent


def _pack(tournament: Tournament, pack_id: int) -> PrintPack:
    return get_object_or_404(PrintPack.objects.defer("content"), tournament=tournament, pk=pack_id)
