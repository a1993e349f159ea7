"""The log of everything that was done, and undo with a preview."""

from dataclasses import dataclass

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from core.errors import Refused
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.changes import Names, changes_in_words
from tournaments.action_log.events import newest_number
from tournaments.action_log.reading import log_of
from tournaments.action_log.writing import actor_of
from tournaments.models import Action, Tournament
from tournaments.services.seeding_guard import SeedingWouldChange
from tournaments.services.undo import can_be_undone, heading, is_undone, preview_undo, undo_action, way_back
from tournaments.views.answers import tell, tell_refusal
from tournaments.views.visitors import kept_for_visitors

PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log; what changed is for staff only."""

    action: Action
    is_undone: bool
    can_be_undone: bool
    changes: list[str]


@require_GET
@tournament_view(roles="public")
@kept_for_visitors
def log(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    page = Paginator(log_of(tournament), PER_PAGE).get_page(request.GET.get("page"))
    names = Names(tournament)
    entries = [_entry(tournament, action, viewer, names) for action in page]
    context = {"page": page, "entries": entries, "newest": newest_number(tournament.pk)}
    return render(request, "tournaments/log.html", context)


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def undo(request: HttpRequest, tournament: Tournament, viewer: Viewer, action_id: int) -> HttpResponse:
    """What undoing would change; POST does it. Where it would change a seeding in force, it asks once more."""
    action = get_object_or_404(log_of(tournament), pk=action_id)
    reason = request.POST.get("reason", "").strip()
    asked = None
    if request.method == "POST":
        try:
            confirmed = bool(request.POST.get("confirm_seeding"))
            undo_action(action=action, actor=actor_of(viewer), reason=reason, confirm_seeding=confirmed)
        except SeedingWouldChange as refused:
            asked = refused
        except Refused as refused:
            tell_refusal(request, refused)
            return redirect("undo", tournament.slug, action.pk)
        else:
            tell(request, heading(action))
            return redirect("log", tournament.slug)
    page = {"action": action, "preview": preview_undo(action=action), "way_back": way_back(action)}
    page |= {"reason": reason, "asked": asked}
    return render(request, "tournaments/undo.html", page, status=400 if asked else 200)


def _entry(tournament: Tournament, action: Action, viewer: Viewer, names: Names) -> Entry:
    changes = changes_in_words(tournament, action.before, action.after, names) if viewer.is_staff else []
    return Entry(action, is_undone(action), viewer.is_director and can_be_undone(action), changes)
