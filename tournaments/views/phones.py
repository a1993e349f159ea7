"""Connect the phones at the venue: a URL, a QR code, and the first phone's arrival."""

from functools import partial
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from core.network import is_this_machine
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer, address_of
from tournaments.action_log.writing import actor_of
from tournaments.models import Tournament
from tournaments.queries.invitations import address_of_phone_check, qr_code
from tournaments.queries.phone_addresses import phone_addresses
from tournaments.queries.phones import phone_connection
from tournaments.services.phones import choose_phone_address, record_phone
from tournaments.views.answers import attempt

_MAX_DIGITS: Final = 10  # maximum digits of a Unix time in seconds


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def connect_phones(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show this computer's URLs and whether a phone has reached it. POST chooses a URL."""
    if request.method == "POST":
        address = request.POST.get("address", "")
        offered = [entry.address for entry in phone_addresses(request)]
        choose = partial(choose_phone_address, tournament=tournament, actor=actor_of(viewer))
        attempt(request, lambda: choose(address=address, offered=offered), f"Phones now use {address}.")
        return redirect("connect_phones", tournament.slug)
    opened = request.GET.get("opened", "")
    opened_at = int(opened) if opened.isdecimal() and len(opened) <= _MAX_DIGITS else 0
    connection = phone_connection(tournament, request, now=timezone.now(), opened=opened_at)
    check_address = address_of_phone_check(tournament, connection.address)
    context = {
        "connection": connection,
        "check_address": check_address,
        "qr": qr_code(check_address, "the page that a phone opens"),
    }
    response = render(request, "tournaments/connect_phones.html", context)
    response.headers["Cache-Control"] = "no-store"
    return response


@csrf_exempt  # A phone without cookies sends this, and it only records that a phone connected.
@require_http_methods(["GET", "HEAD", "POST"])
@tournament_view()
def phone_check(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Confirm to a phone that it is connected. POST, which the page sends automatically, notifies the director."""
    if request.method == "POST":
        if not is_this_machine(address_of(request)):
            record_phone(tournament=tournament, address=f"{request.scheme}://{request.get_host()}")
        if not request.accepts("text/html") or request.headers.get("Accept", "*/*") == "*/*":
            return HttpResponse(status=204)  # The page's script needs no response body.
        return redirect("phone_check", tournament.slug)
    return render(request, "tournaments/phone_check.html")
