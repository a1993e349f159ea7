"""Late series for the director: each series' time and deadline, and a reminder for both managers."""

from functools import partial
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from core.tables import Order
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.forms.series_times import typed_deadlines
from tournaments.models import Series, Tournament
from tournaments.queries.late_series import DEFAULT_SORT, SERIES_ON_TIME, SeriesProgress, series_on_time, sorted_by
from tournaments.queries.timetable import rounds_to_play
from tournaments.services.round_deadlines import set_round_deadlines
from tournaments.services.series_times import remind_managers
from tournaments.views.answers import add_message, attempt


@require_safe
@tournament_view(roles="staff")
def series_times(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show every series that isn't played yet, latest first. `?played=1` adds the played series."""
    rows = series_on_time(tournament, timezone.now())
    open_rows = [row for row in rows if row.progress != SeriesProgress.PLAYED]
    shows_played = "played" in request.GET
    sort = request.GET.get("sort", DEFAULT_SORT)[:20]
    context = {
        "table": SERIES_ON_TIME,
        "order": Order(sort, partial(_sort_address, shows_played=shows_played)),
        "rows": sorted_by(rows if shows_played else open_rows, sort),
        "late": sum(1 for row in rows if row.days_late),
        "silent": sum(1 for row in rows if row.progress == SeriesProgress.SILENT),
        "played": len(rows) - len(open_rows),
        "shows_played": shows_played,
        "newest": newest_number(tournament.pk),
    }
    return render(request, "tournaments/series_times.html", context)


def _sort_address(sort: str, *, shows_played: bool) -> str:
    return f"?sort={sort}&played=1" if shows_played else f"?sort={sort}"


@require_POST
@tournament_view(roles="staff")
def remind(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """Send both managers of a series a reminder."""
    series = get_object_or_404(Series.objects.select_related("home", "away"), tournament=tournament, pk=series_id)
    done = f"{series.away} and {series.home} have been reminded."
    attempt(request, lambda: remind_managers(series=series, actor=actor_of(viewer)), done)
    return redirect("series_times", tournament.slug)


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def deadlines(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Set the last day of each round."""
    refused: Refused | None = None
    rounds = rounds_to_play(tournament)
    if request.method == "POST":
        try:
            last_days = typed_deadlines(request.POST, rounds, ZoneInfo(tournament.time_zone))
            set_round_deadlines(tournament=tournament, last_days=last_days, actor=actor_of(viewer))
            add_message(request, "Deadlines saved.")
            return redirect("series_times", tournament.slug)
        except Refused as refusal:
            refused = refusal
    stored = {f"{row.stage}_{row.round}": row.last_day for row in tournament.round_deadlines.all()}
    fields = []
    for coming in rounds:
        name = f"{coming.stage}_{coming.number}"
        day = stored.get(name)
        fields.append((name, coming.title, request.POST.get(name, day.isoformat() if day else ""), day))
    context = {"fields": fields, "refused": refused, "newest": newest_number(tournament.pk)}
    return render(request, "tournaments/deadlines.html", context, status=400 if refused else 200)
