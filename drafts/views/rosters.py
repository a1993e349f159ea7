"""Public rosters: a division's teams, and a single team with statistics and its schedule."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from core.crests import PALETTE, team_crest
from core.errors import Refused
from drafts.queries.legal_teams import teams_needing_waiver
from drafts.queries.rosters import load_roster, rosters_of
from drafts.services.legal_teams import let_team_play
from drafts.views.draft_room import parse_row_number
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.models import Team, Tournament
from tournaments.queries.standings import standings_of
from tournaments.queries.standings_table import StandingsLine
from tournaments.queries.team_schedule import add_planned_starts, team_rounds, team_schedule_table
from tournaments.queries.timetable import planned_starts
from tournaments.views.visitors import cached_for_visitors


@require_safe
@tournament_view()
@cached_for_visitors
def rosters(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show a single division: the division in `?division=`, or the first by default."""
    newest = newest_number(tournament.pk)
    numbers = list(tournament.divisions.values_list("pk", flat=True))
    chosen = parse_row_number(request.GET.get("division")) or next(iter(numbers), None)
    if numbers and chosen not in numbers:
        raise Http404("There is no such division.")
    divisions = rosters_of(tournament, chosen)
    shown = next(((division, teams) for division, teams in divisions if division.pk == chosen), None)
    context = {"newest": newest, "divisions": [division for division, _ in divisions], "shown": shown}
    return render(request, "drafts/rosters.html", context)


@require_safe
@tournament_view()
@cached_for_visitors
def team(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    return _page(request, viewer, _team_or_404(tournament, team_id))


@require_POST
@tournament_view(roles="director")
def let_play(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Allow a team to play even though it is no longer legal. Requires the director's reason."""
    team = _team_or_404(tournament, team_id)
    try:
        let_team_play(team=team, reason=request.POST.get("reason", ""), actor=actor_of(viewer))
    except Refused as refusal:
        return _page(request, viewer, team, refusal)
    return redirect("team", tournament.slug, team_id)


def _team_or_404(tournament: Tournament, team_id: int) -> Team:
    teams = Team.objects.select_related("division", "tournament")
    return get_object_or_404(teams, tournament=tournament, pk=team_id)


def _page(request: HttpRequest, viewer: Viewer, team: Team, refused: Refused | None = None) -> HttpResponse:
    newest = newest_number(team.tournament_id)
    is_playing = team.tournament.stage in (Tournament.Stage.ROUND_ROBIN, Tournament.Stage.PLAYOFFS)
    objections = None
    if viewer.is_director and is_playing:
        objections = teams_needing_waiver(team.tournament, {team.pk}).get(team.pk)
    context = {
        "newest": newest,
        "lacks": objections,
        "refused": refused,
        "team": team,
        "managers": team.managers.all(),
        "roster": load_roster(team),
        "place": _place(team),
        "way": team_schedule_table(add_planned_starts(team_rounds(team), planned_starts(team.tournament))),
        "unchosen": team_crest(team.name),
        "palette": [team_crest(team.name, team.crest, key) for key in PALETTE] if viewer.can_represent(team.pk) else [],
    }
    return render(request, "drafts/team.html", context, status=400 if refused else 200)


def _place(team: Team) -> StandingsLine | None:
    """Return the team's line in the standings, or None before its division's first game."""
    tables = standings_of(team.tournament, team.division_id) if team.division_id else []
    started = [table for table in tables if table.outcome is not None]
    return next((line for table in started for line in table.lines if line.team.pk == team.pk), None)
