"""Page where two managers agree on a time for their series."""

from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from core.errors import Refused
from core.typed_times import format_day
from tournaments.access.guards import require_team, tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.forms.series_times import NUMBERS, typed_moment, typed_times
from tournaments.models import Series, Team, Tournament
from tournaments.queries.series_times import SeriesTimePage, series_time_page
from tournaments.queries.time_zones import zone_of
from tournaments.services.series_times import accept_time, close_proposal, propose_times
from tournaments.views.answers import add_message, attempt
from tournaments.views.timetable import calendar_response


@require_safe
@tournament_view(roles="manager")
def series_time(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """Show the agreed and proposed times to both managers and to staff."""
    return _render(request, viewer, _series_of(tournament, viewer, series_id))


def _series_of(tournament: Tournament, viewer: Viewer, series_id: int) -> Series:
    """Return the series if the viewer can schedule it."""
    rows = Series.objects.select_related("home", "away", "covered_by", "agreed_time").filter(tournament=tournament)
    series = get_object_or_404(rows, pk=series_id)
    series.tournament = series.home.tournament = series.away.tournament = tournament
    if not viewer.may_play(series):
        require_team(viewer, series.home_id)
    return series


def _render(request: HttpRequest, viewer: Viewer, series: Series, refused: Refused | None = None) -> HttpResponse:
    page = series_time_page(series)
    team = _acting_team(request, viewer, series, page)
    deadline = series.tournament.round_deadlines.filter(stage=series.stage, round=series.round)
    last_day = deadline.values_list("last_day", flat=True).first()
    context = {
        "series": series,
        "page": page,
        "acting_team": team,
        "opponent": series.opponent_of(team.pk),
        "zone": _zone(viewer, team).key,
        "may_accept": page.proposal is not None and page.proposal.team_id != team.pk,
        "rows": [_entry_row(request, number) for number in NUMBERS],
        "deadline": format_day(last_day) if last_day is not None else "",
        "refused": refused,
        "newest": newest_number(series.tournament_id),
    }
    return render(request, "tournaments/series_time.html", context, status=400 if refused else 200)


def _entry_row(request: HttpRequest, number: int) -> tuple[int, str, str, str, str]:
    """Return a form row's number, and its two fields with the entered values."""
    day, time = f"day_{number}", f"time_{number}"
    return number, day, request.POST.get(day, ""), time, request.POST.get(time, "")


def _acting_team(request: HttpRequest, viewer: Viewer, series: Series, page: SeriesTimePage) -> Team:
    """Return the team that the viewer acts for.

    Staff choose it with `?team=`. The default is the team that must respond.
    """
    side_id = viewer.side_in(series)
    if side_id is None:
        side_id = typed_number(request.POST.get("team") or request.GET.get("team"))
    for team in series.teams():
        if team.pk == side_id:
            return team
    return series.opponent_of(page.proposal.team_id) if page.proposal is not None else series.away


def _zone(viewer: Viewer, team: Team) -> ZoneInfo:
    """Return the time zone in which the viewer enters times: the team's or, for staff, the tournament's."""
    return ZoneInfo(team.tournament.time_zone) if viewer.is_staff else zone_of(team)


@require_POST
@tournament_view(roles="manager")
def propose(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    series = _series_of(tournament, viewer, series_id)
    team = _acting_team(request, viewer, series, series_time_page(series))
    try:
        times = typed_times(request.POST, _zone(viewer, team))
        propose_times(series=series, team_id=team.pk, times=times, actor=actor_of(viewer))
    except Refused as refused:
        return _render(request, viewer, series, refused)
    add_message(request, f"Times proposed to {series.opponent_of(team.pk)}.")
    return redirect("series_time", tournament.slug, series.pk)


@require_POST
@tournament_view(roles="manager")
def answer(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """Accept the time with the posted number, or decline or withdraw all of them."""
    series = _series_of(tournament, viewer, series_id)
    page = series_time_page(series)
    team = _acting_team(request, viewer, series, page)
    proposal_id = typed_number(request.POST.get("proposal"))
    actor = actor_of(viewer)
    if "accept" not in request.POST:
        attempt(
            request,
            lambda: close_proposal(series=series, team_id=team.pk, proposal_id=proposal_id, actor=actor),
            "The proposed times have been withdrawn or declined.",
        )
        return redirect("series_time", tournament.slug, series.pk)
    starts_at = typed_moment(request.POST["accept"])
    attempt(
        request,
        lambda: accept_time(series=series, team_id=team.pk, proposal_id=proposal_id, starts_at=starts_at, actor=actor),
        "Agreed. Your opponent will be notified.",
    )
    return redirect("series_time", tournament.slug, series.pk)


@require_safe
@tournament_view(roles="public")
def series_calendar(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """Return a calendar file with a series' agreed time."""
    rows = Series.objects.select_related("home", "away", "agreed_time").filter(tournament=tournament)
    series = get_object_or_404(rows, pk=series_id, agreed_time__starts_at__isnull=False)
    series.tournament = tournament
    from tournaments.calendar_file import calendar_of  # noqa: PLC0415 - icalendar, for which no first page waits

    content = calendar_of(tournament, [series], request.build_absolute_uri("/").rstrip("/"))
    return calendar_response(content, f"{tournament.slug}-series-{series.pk}")
