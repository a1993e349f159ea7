"""Public rosters: all teams at a glance, and one team with its players' real lines."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from drafts.queries.rosters import roster_of, rosters_of
from tournaments.access import Viewer, tournament_view
from tournaments.live import newest_number
from tournaments.models import Team, Tournament
from tournaments.page_cache import kept_for_visitors


@require_safe
@tournament_view()
@kept_for_visitors
def rosters(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    newest = newest_number(tournament.pk)
    return render(request, "drafts/rosters.html", {"newest": newest, "divisions": rosters_of(tournament)})


@require_safe
@tournament_view()
@kept_for_visitors
def team(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    newest = newest_number(tournament.pk)
    found = get_object_or_404(Team.objects.select_related("division"), tournament=tournament, pk=team_id)
    context = {"newest": newest, "team": found, "managers": found.managers.all(), "roster": roster_of(found)}
    return render(request, "drafts/team.html", context)
