"""Publish an announcement."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.models import Tournament
from tournaments.services.announcements import announce
from tournaments.views.answers import attempt


@require_POST
@tournament_view(roles="staff")
def announcement(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the posted `sentence` on every page. An empty sentence removes the announcement."""
    sentence = request.POST.get("sentence", "")
    action = partial(announce, tournament=tournament, sentence=sentence, actor=actor_of(viewer))
    attempt(
        request,
        action,
        "The announcement is now on every page." if sentence.strip() else "Announcement removed.",
    )
    return redirect("dashboard", tournament.slug)
