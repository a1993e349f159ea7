"""Sign in with a link or code, sign out, and record that signed-in devices are in use."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from core.rate_limits import limit_response
from core.standby import standby_address
from tournaments.access.attempts import (
    LINK,
    SIGN_IN,
    attempt_key,
    count_failure,
    count_wrong_entry,
    seconds_to_wait,
)
from tournaments.access.guards import require
from tournaments.access.hand_over import hand_over_token
from tournaments.access.links import access_of_token
from tournaments.access.presence import note_presence
from tournaments.access.viewers import forget, remember, viewers_of
from tournaments.models import Access, Role
from tournaments.services.invitations import set_own_name
from tournaments.services.sign_in_codes import typed_code, use_code
from tournaments.views.answers import attempt

_TOO_MANY_LINKS = (
    "Too many invalid links from this address. Wait 15 minutes and try again, or ask the director for a new "
    "link. A valid link always works."
)
_TOO_MANY_CODES = (
    "Too many wrong codes from this address. Ask the director for a new code. A correct code or link always works."
)

_WRONG_CODE = "This code is wrong, already used or older than ten minutes. Ask the director for another."
_WRONG_LINK = "This link is invalid or has been revoked. Ask the director for a new one."
_NO_ENTRY = "Enter the eight characters from the director, or paste your sign-in link."


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the access that a link grants. POST signs this device in.

    Messengers and mail programs open links automatically, so GET signs nobody in. A valid link always works, regardless
    of any failed attempts from the same IP address.
    """
    access = access_of_token(token)
    if access is None:
        return _refuse_link(request)
    if request.method == "POST":
        return _sign_in_and_redirect(request, access)
    if access in viewers_of(request).all() and not _is_for_another_team(request, access):
        return _first_page(access)
    return render(request, "tournaments/join.html", {"access": access})


def _is_for_another_team(request: HttpRequest, access: Access) -> bool:
    """Return whether this device is signed in with this access, but acts for a different team in its tournament."""
    other_teams = viewers_of(request).viewer_of(access.tournament).other_teams
    return any(viewer.team_id == access.team_id for viewer in other_teams)


def _sign_in_and_redirect(request: HttpRequest, access: Access) -> HttpResponse:
    remember(request, access)
    Access.objects.filter(pk=access.pk).update(last_used_at=timezone.now())
    return _first_page(access)


def _sign_in_by_code(request: HttpRequest, code: str) -> HttpResponse:
    """Sign this device in with a code. A correct code works regardless of failed attempts from its IP address."""
    access = use_code(code)
    return _refuse_code(request) if access is None else _sign_in_and_redirect(request, access)


def _refuse_code(request: HttpRequest) -> HttpResponse:
    address = attempt_key(request, SIGN_IN)
    wait = seconds_to_wait(address)
    if wait:
        return limit_response(_sign_in_form(request, _TOO_MANY_CODES), wait)
    count_failure(address)
    return _sign_in_form(request, _WRONG_CODE, 403)


def _refuse_link(request: HttpRequest) -> HttpResponse:
    wait = count_wrong_entry(request, LINK)
    if wait:
        return limit_response(_sign_in_form(request, _TOO_MANY_LINKS), wait)
    return _sign_in_form(request, _WRONG_LINK, 403)


def _first_page(access: Access) -> HttpResponse:
    if access.tournament is None:
        return redirect("home")
    pages = {
        Role.MANAGER: "my_team",
        Role.PROXY: "rolls" if access.tournament.stage == "signup" else "draft",
    }
    return redirect(pages.get(Role(access.role), "dashboard"), access.tournament.slug)


def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with a code, a link or its last path segment, for people who can't scan a QR code."""
    entry = request.POST.get("link", "").strip().rstrip("/")
    if request.method == "POST" and (code := typed_code(entry)):
        return _sign_in_by_code(request, code)
    if request.method == "POST" and entry:
        return join(request, entry.rsplit("/", 1)[-1])
    return _sign_in_form(request, _NO_ENTRY if request.method == "POST" else "")


@csrf_exempt  # Cached pages have no CSRF token, and this only records that a page is open.
@require_POST
def presence(request: HttpRequest) -> HttpResponse:
    """Record that this device's links are in use. If there is a standby computer, return a token for it."""
    note_presence(viewers_of(request).all())
    if not standby_address():
        return HttpResponse(status=204)
    return JsonResponse({"token": hand_over_token(request)})


@require_http_methods(["GET", "POST"])
def devices(request: HttpRequest) -> HttpResponse:
    """Show this device's roles. POST signs it out."""
    if request.method == "POST":
        forget(request)
        return redirect("home")
    return render(request, "tournaments/device.html", {"accesses": viewers_of(request).all()})


@require_POST
def own_name(request: HttpRequest) -> HttpResponse:
    """Store the organizer's own name."""
    viewers = viewers_of(request)
    require(viewers.viewer_of(None), "organiser")
    access = next(access for access in viewers.all() if access.role == Role.ORGANISER)
    name = request.POST.get("name", "")
    attempt(request, lambda: set_own_name(access=access, name=name), "Name saved. The log and the printouts show it.")
    return redirect("home")


@require_POST
def switch_team(request: HttpRequest) -> HttpResponse:
    """Act for another team that this device is signed in for, as if its link had been opened again."""
    number = request.POST.get("access", "")
    access = next((access for access in viewers_of(request).all() if str(access.pk) == number), None)
    if access is None:
        messages.error(request, "This device is no longer signed in for that team. Open its link again.")
        return redirect("devices")
    return _sign_in_and_redirect(request, access)


def _sign_in_form(request: HttpRequest, fault: str, status: int = 200) -> HttpResponse:
    """Show the form. After an error, keep the entered code, but never a link, because even a wrong link is secret."""
    entry = request.POST.get("link", "") if fault else ""
    if "/" in entry:
        entry = ""
    return render(request, "tournaments/sign_in.html", {"fault": fault, "entry": entry}, status=status)
