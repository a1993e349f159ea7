"""Choose a crest on the team's page."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from tournaments.access.guards import require_team, tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.models import Team, Tournament
from tournaments.services.crests import choose_crest
from tournaments.views.answers import attempt


@require_POST
@tournament_view(roles="manager")
def choose(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Save a crest's letters and palette. Empty values are derived from the name."""
    team = get_object_or_404(Team, tournament=tournament, pk=team_id)
    require_team(viewer, team.pk)
    letters, palette = request.POST.get("crest", ""), request.POST.get("colours", "")
    action = partial(choose_crest, team=team, actor=actor_of(viewer), letters=letters, palette=palette)
    attempt(request, action, f"Crest for {team.name} saved.")
    return redirect("team", tournament.slug, team.pk)
