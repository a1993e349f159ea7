"""The timetable, its form for directors, and calendar files."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from core.errors import Refused
from tournaments.access.guards import require, tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.forms.timetable import FIELDS, shown_timetable, typed_timetable
from tournaments.models import Team, Tournament
from tournaments.queries.timetable import (
    filled_timetable,
    planned_times,
    series_with_days,
    timetable_of,
    why_no_calendar,
)
from tournaments.services.timetable import set_timetable
from tournaments.views.answers import add_message


@require_http_methods(["GET", "POST"])
@tournament_view(roles="public")
def timetable(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    refused: Refused | None = None
    if request.method == "POST":
        require(viewer, "director")
        try:
            posted = {name: request.POST.get(name, "") for name in FIELDS}
            set_timetable(
                tournament=tournament,
                timetable=typed_timetable(tournament, posted),
                actor=actor_of(viewer),
            )
            add_message(
                request,
                "Timetable saved." if posted["begins"].strip() else "Timetable removed.",
            )
            return redirect("timetable", tournament.slug)
        except Refused as refusal:
            refused = refusal
    times = planned_times(tournament)
    shown = shown_timetable(tournament, timetable_of(tournament))
    context = {
        "table": filled_timetable(tournament, times) if times else None,
        "typed": shown | {name: request.POST[name] for name in FIELDS if name in request.POST},
        "refused": refused,
        "why_no_calendar": why_no_calendar(tournament),
        "has_own_calendar": viewer.team_id is not None and bool(series_with_days(tournament, viewer.team_id)),
        "newest": newest_number(tournament.pk),
    }
    return render(request, "tournaments/timetable.html", context, status=400 if refused else 200)


@require_GET
@tournament_view(roles="public")
def calendar(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int | None = None) -> HttpResponse:
    """Return a calendar file with all series or a single team's. Show an error page if there are no series."""
    team = None if team_id is None else get_object_or_404(Team, tournament=tournament, pk=team_id)
    name = tournament.slug if team is None else f"{tournament.slug}-{team.pk}"
    series = series_with_days(tournament, team_id)
    if not series:
        reason = why_no_calendar(tournament) or f"No calendar file: {team} has no series."
        return render(request, "error.html", {"title": "No calendar file", "sentence": reason}, status=404)
    from tournaments.calendar_file import calendar_of  # noqa: PLC0415 - icalendar, for which no first page waits

    content = calendar_of(tournament, series, request.build_absolute_uri("/").rstrip("/"))
    return calendar_response(content, name)


def calendar_response(content: bytes, name: str) -> HttpResponse:
    return HttpResponse(
        content,
        content_type="text/calendar; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.ics"'},
    )
