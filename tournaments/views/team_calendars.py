"""A team's time zone, and its calendar's secret URL."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from core.errors import Refused
from tournaments.access.guards import require_team, tournament_view
from tournaments.access.links import calendar_of_token, calendar_token
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.forms.settings import ZONES
from tournaments.models import Team, TeamCalendar, Tournament
from tournaments.queries.team_calendars import calendar_series, open_proposals_of, void_series_with_times
from tournaments.queries.time_zones import zone_of
from tournaments.services.team_calendars import make_calendar_address, set_time_zone
from tournaments.views.answers import add_message
from tournaments.views.timetable import calendar_response


@require_safe
@tournament_view(roles="manager")
def team_times(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Show the team's time zone and calendar URL to its managers and to staff."""
    return _render(request, _own_team(tournament, viewer, team_id))


def _own_team(tournament: Tournament, viewer: Viewer, team_id: int) -> Team:
    require_team(viewer, team_id)
    team = get_object_or_404(Team, tournament=tournament, pk=team_id)
    team.tournament = tournament
    return team


def _render(request: HttpRequest, team: Team, refused: Refused | None = None) -> HttpResponse:
    calendar = TeamCalendar.objects.filter(team=team).first()
    zone = zone_of(team).key
    # The browser fills in its own time zone if the team has none.
    own_zone = zone if zone != team.tournament.time_zone else ""
    context = {
        "team": team,
        "zone": zone,
        "typed_zone": request.POST.get("time_zone", own_zone),
        "zones": ZONES,
        "address": _address(request, calendar) if calendar is not None else "",
        "refused": refused,
        "newest": newest_number(team.tournament_id),
    }
    return render(request, "tournaments/team_times.html", context, status=400 if refused else 200)


def _address(request: HttpRequest, calendar: TeamCalendar) -> str:
    return request.build_absolute_uri(f"/calendar/{calendar_token(calendar)}.ics")


@require_POST
@tournament_view(roles="manager")
def time_zone(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    team = _own_team(tournament, viewer, team_id)
    try:
        set_time_zone(team=team, time_zone=request.POST.get("time_zone", ""), actor=actor_of(viewer))
    except Refused as refused:
        return _render(request, team, refused)
    add_message(request, f"Times are shown in {zone_of(team).key}.")
    return redirect("team_times", tournament.slug, team.pk)


@require_POST
@tournament_view(roles="manager")
def calendar_address(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    team = _own_team(tournament, viewer, team_id)
    make_calendar_address(team=team, actor=actor_of(viewer))
    add_message(request, "The calendar has a new address.")
    return redirect("team_times", tournament.slug, team.pk)


@require_safe
def subscribed_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Return the calendar for a secret URL, which needs no sign-in."""
    calendar = calendar_of_token(token)
    if calendar is None:
        raise Http404("This calendar address was replaced. Open My team for the new one.")
    team = calendar.team
    from tournaments.calendar_file import calendar_of_team  # noqa: PLC0415 - icalendar, for which no first page waits

    site = request.build_absolute_uri("/").rstrip("/")
    content = calendar_of_team(team, calendar_series(team), void_series_with_times(team), open_proposals_of(team), site)
    return calendar_response(content, f"{team.tournament.slug}-{team.pk}")
