"""This computer's standby: its page for the organizer, and the standby's requests."""

import json
import time
from collections.abc import Callable
from functools import wraps
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from backups.archives import BackupError
from backups.queries.standby_state import standby_state
from backups.refusals import StandbyRefusal
from backups.standby.copies import current_position, write_copy
from backups.standby.leader_client import WORK_HEADER
from backups.standby.leadership import hand_over_to
from backups.standby.pairing import (
    CODE_MINUTES,
    current_pairing,
    is_standby_token,
    make_pairing_code,
    note_contact,
    pair,
    unpair,
)
from backups.standby.proofs import own_proof
from backups.temporary_folders import temporary_folder
from core.api.errors import refusal_body
from core.errors import Refused
from core.standby import network_name_address, new_leader_address
from tournaments.access.guards import require
from tournaments.access.hand_over import sign_in_from_other_computer
from tournaments.access.viewers import viewers_of
from tournaments.views.answers import add_message

_MAX_BODY: Final = 10_000  # bytes


@require_http_methods(["GET", "POST"])
def standby_page(request: HttpRequest) -> HttpResponse:
    """Show the standby, or how to pair one. POST creates a code or ends the pairing."""
    require(viewers_of(request).viewer_of(None), "organiser")
    if connection.vendor != "sqlite":
        return _render_standby(request, refused=Refused(StandbyRefusal.HOSTED))
    if request.method == "GET":
        return _render_standby(request)
    if "unpair" in request.POST:
        unpair()
        add_message(request, "The standby computer is no longer paired.")
        return redirect("standby")
    return _render_standby(request, code=make_pairing_code())


def _render_standby(request: HttpRequest, *, code: str = "", refused: Refused | None = None) -> HttpResponse:
    page = {
        "standby": standby_state(),
        "code": code,
        "minutes": CODE_MINUTES,
        "address": settings.PUBLIC_URL or request.build_absolute_uri("/").rstrip("/"),
        "network_name": network_name_address(),
        "refused": refused,
    }
    return render(request, "backups/standby.html", page, status=409 if refused else 200)


@require_safe
def standby_check(request: HttpRequest) -> HttpResponse:
    """Report whether this computer accepts results.

    Pages from other computers can read the response.
    """
    leads = not new_leader_address()
    return state_response(request, is_leading=leads)


def state_response(request: HttpRequest, *, is_leading: bool) -> JsonResponse:
    nonce = request.GET.get("nonce", "")[:64]
    facts = {"leading": is_leading, "proof": own_proof(nonce, is_leading=is_leading) if nonce else ""}
    return JsonResponse(facts, headers={"Access-Control-Allow-Origin": "*", "Cache-Control": "no-store"})


@csrf_exempt  # no browser sends this request, and the code is the permission
@require_POST
def pair_standby(request: HttpRequest) -> HttpResponse:
    """Pair the computer that sends the code from the standby page."""
    try:
        sent = json.loads(request.body[:_MAX_BODY])
        code, name, address = str(sent["code"]), str(sent["name"]), str(sent["address"])
    except (ValueError, KeyError, TypeError):
        return _refusal(BackupError(StandbyRefusal.WRONG_CODE, minutes=CODE_MINUTES), 400)
    if not _is_in_local_network(address):
        return _refusal(BackupError(StandbyRefusal.NOT_LOCAL, address=address[:200]), 403)
    pairing = pair(code=code, name=name, address=address.rstrip("/"))
    if pairing is None:
        return _refusal(BackupError(StandbyRefusal.WRONG_CODE, minutes=CODE_MINUTES), 403)
    return JsonResponse({"token": pairing.token})


def _is_in_local_network(address: str) -> bool:
    """Return whether an address can receive pages: it must be private and use http or https."""
    try:
        parts = urlsplit(address)
        return parts.scheme in ("http", "https") and ip_address(parts.hostname or "").is_private
    except ValueError:
        return False


def _of_standby(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Allow only the paired standby to use a view."""

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        token = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if not is_standby_token(token):
            return _refusal(BackupError(StandbyRefusal.NOT_PAIRED, name="this leader"), 403)
        return view(request)

    return guarded


@require_GET
@_of_standby
def position(request: HttpRequest) -> HttpResponse:
    """Return the current position of the data to the standby."""
    note_contact()
    return JsonResponse(current_position()._asdict(), headers={"Cache-Control": "no-store"})


@require_GET
@_of_standby
def copy(request: HttpRequest) -> HttpResponse:
    """Return a full backup to the standby."""
    return _copy_response()


@csrf_exempt  # no browser sends this request, and the token is the permission
@require_POST
@_of_standby
def hand_over(request: HttpRequest) -> HttpResponse:
    """Stop accepting results and return a last copy with every acknowledged result."""
    pairing = current_pairing()
    if pairing is None:
        return _refusal(BackupError(StandbyRefusal.NOT_PAIRED, name="this leader"), 403)
    hand_over_to(pairing)
    with transaction.atomic():
        pass  # Wait for the write in progress. Later writes are rejected.
    return _copy_response()


def _copy_response() -> HttpResponse:
    start = time.thread_time()
    try:
        with temporary_folder() as folder:
            path = folder / "copy.zip"
            facts = write_copy(path)
            content = path.read_bytes()
    except BackupError as refused:
        return _refusal(refused, 503)
    note_contact(facts.newest_action)
    headers = {"Cache-Control": "no-store", WORK_HEADER: f"{time.thread_time() - start:.3f}"}
    return HttpResponse(content, content_type="application/zip", headers=headers)


def _refusal(refused: Refused, status: int) -> JsonResponse:
    return JsonResponse(refusal_body(refused), status=status)


@require_http_methods(["GET", "POST"])
def arrive(request: HttpRequest) -> HttpResponse:
    """Receive a page from the computer that stopped responding.

    The page's script posts the hand-over token and its own URL.
    """
    if request.method == "GET":
        return render(request, "backups/arrive.html")
    sign_in_from_other_computer(request, request.POST.get("token", ""))
    page = request.POST.get("page", "")
    is_own = url_has_allowed_host_and_scheme(page, allowed_hosts=None)
    return redirect(page if is_own else "home")
