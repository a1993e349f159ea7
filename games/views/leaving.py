"""Let a team leave a series. The director previews the consequences before confirming."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from games.refusals import ForfeitRefusal
from games.services.leaving import Leaving, forfeit_the_rest, leaving
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Series, Tournament
from tournaments.services.seeding_guard import SeedingWouldChange
from tournaments.views.answers import add_message


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def leave_series(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    series = get_object_or_404(
        Series.objects.select_related("home", "away", "division"), pk=series_id, tournament=tournament
    )
    series.tournament = tournament
    if request.method == "GET":
        return _page(request, series)
    team = next((team for team in series.teams() if str(team.pk) == request.POST.get("team")), None)
    try:
        if team is None:
            raise Refused(ForfeitRefusal.NOT_IN_SERIES, field="team")
        forfeit_the_rest(
            series=series,
            team=team,
            actor=actor_of(viewer),
            reason=request.POST.get("reason", ""),
            version=typed_number(request.POST.get("version")),
            confirm_seeding="confirm_seeding" in request.POST,
        )
    except Refused as refused:
        return _page(request, series, refused)
    add_message(request, f"{team.name} has left this series. You can undo this in the log.")
    return redirect("series", tournament.slug, series.pk)


def _page(request: HttpRequest, series: Series, refused: Refused | None = None) -> HttpResponse:
    choices: list[Leaving] = []
    try:
        choices = [leaving(series, team) for team in series.teams()]
    except Refused as nothing_left:
        refused = refused or nothing_left
    context = {
        "series": series,
        "choices": choices,
        "refused": refused,
        "typed": request.POST,
        "seeding": isinstance(refused, SeedingWouldChange),
    }
    return render(request, "games/leave_series.html", context, status=409 if request.method == "POST" else 200)
