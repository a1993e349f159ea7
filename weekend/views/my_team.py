"""My team: one glance on a phone for the manager; the desk may look at any team's."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from drafts.services.expiry import settle_drafts
from drafts.views.draft_room import number_in
from tournaments.access.guards import require_team, tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.models import Team, Tournament
from weekend.queries.my_team import my_team as at_a_glance


@require_safe
@tournament_view(roles="manager")
def my_team(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """The viewer's team; `?team=` shows the desk what that team's manager sees."""
    team_id = number_in(request.GET.get("team")) or viewer.team_id
    if team_id is None:
        return _no_team(request, tournament)
    require_team(viewer, team_id)
    settle_drafts(division__tournament=tournament)
    newest = newest_number(tournament.pk)
    team = get_object_or_404(Team.objects.select_related("tournament", "division"), tournament=tournament, pk=team_id)
    is_own = team.pk == viewer.team_id
    page = {"newest": newest, "team": team, "mine": at_a_glance(team), "is_own": is_own}
    return render(request, "weekend/my_team.html", {**page, "shown_to_desk": None if is_own else team.pk})


def _no_team(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A director or an assistant without a team."""
    teams = tournament.teams.select_related("division").order_by("division__position", "name")
    return render(request, "weekend/my_team.html", {"newest": newest_number(tournament.pk), "teams": teams})
