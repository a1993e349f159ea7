"""The director's dashboard, and the page of a team, which staff can open for any team."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from backups.queries.backup_state import backup_state
from drafts.views.draft_room import parse_row_number
from games.queries.absences import absences_of
from tournaments.access.guards import require_team, tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.models import Action, Team, Tournament
from tournaments.queries.cached import cached_standings
from weekend.queries.desk import waiting_for_director
from weekend.queries.hall_map import hall_map
from weekend.queries.my_team import my_team as at_a_glance
from weekend.queries.next_step import next_step
from weekend.queries.outlook import outlook
from weekend.queries.rounds import room_now

_LATEST = 8
_WITH_TABLES = (Tournament.Stage.ROUND_ROBIN, Tournament.Stage.PLAYOFFS)


@require_safe
@tournament_view(roles="staff")
def desk(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show what needs the director now."""
    now = timezone.now()
    newest = newest_number(tournament.pk)
    tables = cached_standings(tournament, newest) if tournament.stage in _WITH_TABLES else []
    room = room_now(tournament, now)
    page = {
        "newest": newest,
        "now": now,
        "saved": backup_state(now),
        "waiting": waiting_for_director(tournament, now, room.rounds, tables),
        "next_step": next_step(tournament, tables),
        "room": room,
        "hall": hall_map(room.rounds),
        "outlook": outlook(tournament, room.rounds, now),
        "latest": Action.objects.filter(tournament=tournament).only("at", "sentence", "actor")[:_LATEST],
    }
    return render(request, "weekend/desk.html", page)


@require_safe
@tournament_view(roles="manager")
def my_team(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the viewer's team. With `?team=`, staff see a team's page as its manager does."""
    team_id = parse_row_number(request.GET.get("team")) or viewer.team_id
    if team_id is None:
        return _no_team(request, tournament)
    require_team(viewer, team_id)
    newest = newest_number(tournament.pk)
    team = get_object_or_404(Team.objects.select_related("division"), tournament=tournament, pk=team_id)
    team.tournament = tournament
    is_own = team.pk == viewer.team_id
    page = {"newest": newest, "team": team, "mine": at_a_glance(team, newest), "is_own": is_own}
    page["absences"] = absences_of(tournament, team)
    return render(request, "weekend/my_team.html", {**page, "shown_to_desk": None if is_own else team.pk})


def _no_team(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the list of teams to a viewer without a team."""
    teams = tournament.teams.select_related("division").order_by("division__position", "name")
    return render(request, "weekend/my_team.html", {"newest": newest_number(tournament.pk), "teams": teams})
