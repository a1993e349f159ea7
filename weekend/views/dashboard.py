"""The director's dashboard, and the team page, which staff can open for any team."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from backups.queries.backup_state import backup_state
from drafts.views.draft_room import parse_row_number
from games.queries.absences import absences_of
from tournaments.access.guards import require_team, tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.models import Action, Tournament
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.queries.standings import standings_in
from weekend.queries.dashboard import director_attention_items
from weekend.queries.my_team import my_team as read_my_team
from weekend.queries.next_step import next_steps
from weekend.queries.outlook import outlook
from weekend.queries.rare_rows import rare_rows
from weekend.queries.rounds import hall_pace

_LATEST_ACTIONS = 8
_STAGES_WITH_STANDINGS = (Tournament.Stage.ROUND_ROBIN, Tournament.Stage.PLAYOFFS, Tournament.Stage.FINISHED)


@require_safe
@tournament_view(roles="staff")
def dashboard(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the items that need the director's attention."""
    now = timezone.now()
    existing = rare_rows(tournament)
    snapshot = TournamentSnapshot(tournament, existing.newest, has_tie_break_rolls=existing.tie_break_rolls)
    tables = standings_in(snapshot) if tournament.stage in _STAGES_WITH_STANDINGS else []
    pace = hall_pace(snapshot, now)
    page = {
        "newest": snapshot.newest,
        "saved": backup_state(now),
        "attention_items": director_attention_items(snapshot, existing, now, pace.rounds, tables),
        "next_steps": next_steps(snapshot, tables),
        "hall_pace": pace,
        "tables": tables,
        "outlook": outlook(snapshot, pace.rounds, now),
        "latest": Action.objects.filter(tournament=tournament).only("at", "sentence", "actor")[:_LATEST_ACTIONS],
    }
    return render(request, "weekend/dashboard.html", page)


@require_safe
@tournament_view(roles="manager")
def my_team(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the viewer's team. With `?team=`, staff see a team's page as its manager sees it."""
    team_id = parse_row_number(request.GET.get("team")) or viewer.team_id
    if team_id is None:
        return _no_team(request, tournament)
    require_team(viewer, team_id)
    existing = rare_rows(tournament)
    snapshot = TournamentSnapshot(tournament, existing.newest, has_tie_break_rolls=existing.tie_break_rolls)
    team = snapshot.teams.get(team_id)
    if team is None:
        raise Http404
    is_own = team.pk == viewer.team_id
    page = {
        "newest": snapshot.newest,
        "team": team,
        "mine": read_my_team(team, snapshot, existing),
        "is_own": is_own,
        "absences": absences_of(tournament, team),
        "team_shown_to_staff": None if is_own else team.pk,
    }
    return render(request, "weekend/my_team.html", page)


def _no_team(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the list of teams to a viewer without a team."""
    teams = tournament.teams.select_related("division").order_by("division__position", "name")
    return render(request, "weekend/my_team.html", {"newest": newest_number(tournament.pk), "teams": teams})
