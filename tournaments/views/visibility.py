"""Archive and hide a tournament."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.models import Tournament
from tournaments.services.visibility import (
    archive_tournament,
    hide_tournament,
    show_tournament,
    unarchive_tournament,
)
from tournaments.views.answers import attempt


@require_POST
@tournament_view(roles="director")
def archive(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Move the tournament to the archive, or back if `undo` is posted."""
    if request.POST.get("undo"):
        change, sentence = unarchive_tournament, "The tournament is back from the archive."
    else:
        change, sentence = archive_tournament, "The tournament is in the archive on Home."
    return _change(request, tournament, viewer, change, sentence)


@require_POST
@tournament_view(roles="director")
def hide(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Hide the tournament from everyone but its staff, or show it again if `undo` is posted."""
    if request.POST.get("undo"):
        change, sentence = show_tournament, "Everyone can see the tournament again."
    else:
        change, sentence = hide_tournament, "Only the staff can see the tournament now."
    return _change(request, tournament, viewer, change, sentence)


def _change(
    request: HttpRequest, tournament: Tournament, viewer: Viewer, change: Callable[..., None], sentence: str
) -> HttpResponse:
    attempt(request, partial(change, tournament=tournament, actor=actor_of(viewer)), sentence)
    return redirect("settings", tournament.slug)
