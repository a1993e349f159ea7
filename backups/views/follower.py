"""A standby's pages while it follows another computer. Nobody signs in here."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from backups.views.standby import state_response
from core.network import is_this_machine
from core.standby import standby_files
from core.standby_files import StandbyRecord, is_computer

_SILENT_SECONDS = 5


@require_http_methods(["GET", "POST"])
def follower_page(request: HttpRequest, path: str = "") -> HttpResponse:
    """Show how far this computer is behind the leader. POST takes over, but only from a browser on this computer."""
    if request.method == "POST" and _is_at_the_keyboard(request):
        standby_files().write(StandbyRecord.TAKE_OVER, is_confirmed="is_confirmed" in request.POST)
        return redirect("follower")
    response = render(request, "backups/follower.html", _follower_facts(request))
    response.headers["Cache-Control"] = "no-store"
    return response


@require_safe
def follower_check(request: HttpRequest) -> HttpResponse:
    """Report that this computer doesn't lead."""
    return state_response(request, is_leading=False)


def _is_at_the_keyboard(request: HttpRequest) -> bool:
    return is_this_machine(str(request.META.get("REMOTE_ADDR", "")))


def _follower_facts(request: HttpRequest) -> dict[str, Any]:
    files = standby_files()
    progress = files.read(StandbyRecord.PROGRESS)
    heard = progress.get("seconds_since_heard")
    copied, newest = progress.get("copied_action"), progress.get("newest_action")
    return {
        "leader": progress.get("leader", ""),
        "is_network": is_computer(progress.get("leader", "")),
        "is_silent": heard is None or heard > _SILENT_SECONDS,
        "seconds": None if heard is None else int(heard),
        "has_copy": copied is not None,
        "actions_behind": (newest or 0) - (copied or 0),
        "problem": progress.get("problem", ""),
        "is_taking_over": bool(files.read(StandbyRecord.TAKE_OVER)),
        "may_take_over": _is_at_the_keyboard(request),
    }
