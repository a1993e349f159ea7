"""Signing at the desk: one list of what is unsigned, each manager with his PIN in turn."""

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from core.errors import Refused
from core.read_snapshot import read_snapshot
from pitching.queries.sheets import sheets_to_sign
from pitching.queries.signing_list import Signer, signing_list
from pitching.services.sign_off import sign_sheet, way_to_sign
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.models import Tournament


@tournament_view(roles="staff")
def signing(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """POST signs what one manager was shown, with his PIN; or, for the director, what those not here were shown."""
    signers = signing_list(sheets_to_sign(tournament))
    if request.method != "POST":
        return _page(request, signers)
    shown = set(request.POST.getlist("part"))
    alone = "alone" in request.POST
    asked = [one for one in signers if (not one.is_here if alone else str(one.team.pk) == request.POST.get("team"))]
    chosen = [signer.only(shown) for signer in asked]
    count = sum(len(signer.parts) for signer in chosen)
    try:
        if not count:
            raise Refused("There is nothing left to sign here: the list below is as it stands now.")
        _sign(request, viewer, chosen, None if alone else request.POST.get("pin", ""))
    except Refused as refusal:
        return _page(request, signing_list(sheets_to_sign(tournament)), str(refusal), request.POST.get("team", ""))
    messages.success(request, f"Signed: {count} sheet{'s' if count > 1 else ''}.")
    return redirect("signing", tournament.slug)


def _sign(request: HttpRequest, viewer: Viewer, signers: Iterable[Signer], pin: str | None) -> None:
    """Sign every part. A PIN check is slow by design, so each manager's PIN is checked once for all his sheets."""
    actor = actor_of(viewer)
    for signer in signers:
        if not signer.parts:
            continue
        first = signer.parts[0]
        way = way_to_sign(series=first.series, signer=first.signer, viewer=viewer, pin=pin, request=request)
        for part in signer.parts:
            sign_sheet(series=part.series, sheet_of=part.sheet_of, actor=actor, how=way.how, pin_set_by=way.pin_set_by)


@read_snapshot()
def _page(request: HttpRequest, signers: list[Signer], refused: str = "", by: str = "") -> HttpResponse:
    """The next PIN is typed at once: that of whoever was refused, else of the first who has to sign."""
    here = [one for one in signers if one.is_here]
    context = {
        "here": here,
        "away": [one for one in signers if not one.is_here],
        "refused": refused,
        "next": next((one for one in here if str(one.team.pk) == by), here[0] if here else None),
    }
    return render(request, "pitching/signing.html", context, status=400 if refused else 200)
