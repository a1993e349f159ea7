"""Signing station, where managers sign their unsigned sheets one after another, each with a PIN."""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from core.errors import Refused
from core.read_snapshot import read_snapshot
from pitching.queries.signatures import PendingSigner, pending_signers, unsigned_series
from pitching.refusals import SignatureRefusal
from pitching.services.sign_off import find_signing_method, sign_sheet
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.models import Tournament
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.views.answers import add_refusal_message


@tournament_view(roles="staff")
def signing(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Sign a manager's sheets with the PIN or, as the director, those of every absent manager."""
    signers = pending_signers(unsigned_series(TournamentSnapshot(tournament)))
    if request.method != "POST":
        return _signing_page(request, signers)
    is_for_absent = "alone" in request.POST
    team_id = request.POST.get("team", "")
    shown_parts = set(request.POST.getlist("part"))
    chosen = [
        signer.with_parts(shown_parts)
        for signer in signers
        if (not signer.is_here if is_for_absent else str(signer.team.pk) == team_id)
    ]
    count = sum(len(signer.parts) for signer in chosen)
    pin = None if is_for_absent else request.POST.get("pin", "")
    try:
        if not count:
            raise Refused(SignatureRefusal.NOTHING_TO_SIGN)
        _sign(request, viewer, chosen, pin)
    except Refused as refusal:
        signers = pending_signers(unsigned_series(TournamentSnapshot(tournament)))
        return _signing_page(request, signers, str(refusal), team_id)
    messages.success(request, signed_text(count))
    return redirect("signing", tournament.slug)


@require_POST
@tournament_view(roles="manager")
def sign_all(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Sign all of the opponents' sheets shown on the viewer's own page (T10.2)."""
    shown = set(request.POST.getlist("part"))
    signers = pending_signers(unsigned_series(TournamentSnapshot(tournament)))
    own = [signer.with_parts(shown) for signer in signers if signer.team.pk == viewer.team_id]
    count = sum(len(signer.parts) for signer in own)
    try:
        if not count:
            raise Refused(SignatureRefusal.NOTHING_TO_SIGN)
        _sign(request, viewer, own, None)
    except Refused as refusal:
        add_refusal_message(request, refusal)
    else:
        messages.success(request, signed_text(count))
    return redirect("my_team", tournament.slug)


def signed_text(count: int) -> str:
    return f"Signed: {count} sheet{'s' if count > 1 else ''}."


def _sign(
    request: HttpRequest,
    viewer: Viewer,
    signers: Iterable[PendingSigner],
    pin: str | None,
) -> None:
    """Sign every part. Checking a PIN is slow by design, so check it only once per manager."""
    actor = actor_of(viewer)
    for signer in signers:
        if not signer.parts:
            continue
        first = signer.parts[0]
        method = find_signing_method(
            series=first.series,
            signer=first.signer,
            viewer=viewer,
            pin=pin,
            request=request,
        )
        for part in signer.parts:
            sign_sheet(
                series=part.series,
                sheet_of=part.sheet_of,
                actor=actor,
                how=method.how,
                pin_set_by=method.pin_set_by,
            )


@read_snapshot()
def _signing_page(
    request: HttpRequest,
    signers: list[PendingSigner],
    refused: str = "",
    refused_team: str = "",
) -> HttpResponse:
    """Focus the PIN field of the team whose signing failed, or else of the first manager."""
    present = [signer for signer in signers if signer.is_here]
    focused = present[0] if present else None
    for signer in present:
        if str(signer.team.pk) == refused_team:
            focused = signer
    context = {
        "here": present,
        "away": [signer for signer in signers if not signer.is_here],
        "refused": refused,
        "focused_signer": focused,
    }
    return render(request, "pitching/signing.html", context, status=400 if refused else 200)
