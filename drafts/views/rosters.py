"""Public rosters: the teams of a division, and one team with real lines and its way through the schedule."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from drafts.queries.rosters import roster_of, rosters_of
from drafts.views.draft_room import number_in
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.models import Team, Tournament
from tournaments.queries.standings import standings_of
from tournaments.queries.standings_table import StandingsLine
from tournaments.queries.way import filled_way, way_of
from tournaments.views.visitors import kept_for_visitors


@require_safe
@tournament_view()
@kept_for_visitors
def rosters(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """One division at a time, the first unless `?division=` names another."""
    newest = newest_number(tournament.pk)
    numbers = list(tournament.divisions.values_list("pk", flat=True))
    chosen = number_in(request.GET.get("division")) or next(iter(numbers), None)
    if numbers and chosen not in numbers:
        raise Http404("There is no such division.")
    divisions = rosters_of(tournament, chosen)
    shown = next(((division, teams) for division, teams in divisions if division.pk == chosen), None)
    context = {"newest": newest, "divisions": [division for division, _ in divisions], "shown": shown}
    return render(request, "drafts/rosters.html", context)


@require_safe
@tournament_view()
@kept_for_visitors
def team(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    newest = newest_number(tournament.pk)
    teams = Team.objects.select_related("division", "tournament")
    found = get_object_or_404(teams, tournament=tournament, pk=team_id)
    context = {
        "newest": newest,
        "team": found,
        "managers": found.managers.all(),
        "roster": roster_of(found),
        "place": _place(found),
        "way": filled_way(way_of(found)),
    }
    return render(request, "drafts/team.html", context)


def _place(team: Team) -> StandingsLine | None:
    """Its line in the standings; None before the first game of its division."""
    tables = standings_of(team.tournament, team.division_id) if team.division_id else []
    begun = [table for table in tables if table.outcome is not None]
    return next((line for table in begun for line in table.lines if line.team.pk == team.pk), None)
