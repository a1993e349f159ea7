"""The closing page: the champion, season points and files to download."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from club.queries.tournament_report import tournament_report
from core.errors import Refused
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Team, Tournament
from tournaments.services.closing import choose_points


@require_GET
@tournament_view(roles="public")
def closing(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    newest = newest_number(tournament.pk)
    return render(
        request,
        "club/closing.html",
        {"report": tournament_report(tournament), "newest": newest},
    )


@require_POST
@tournament_view(roles="director")
def points(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Choose which of a team's two managers gets the points."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    try:
        choose_points(
            team=team,
            manager_id=typed_number(request.POST.get("manager")),
            actor=actor_of(viewer),
        )
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("closing", tournament.slug)
