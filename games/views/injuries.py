"""Enter injuries in games entered by hand, for rules editions where injured players miss later games."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from games.queries.absences import absences_of, injuries_in_series, injury_unit
from games.refusals import InjuryRefusal
from games.scoresheet.entries import SubmittedBy
from games.services.hurt import LONGEST, record_injury
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Series, Tournament


@require_http_methods(["GET", "POST"])
@tournament_view(roles="manager")
def injuries(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    series = get_object_or_404(
        Series.objects.select_related("home", "away", "division"), pk=series_id, tournament=tournament
    )
    series.tournament = tournament
    if not viewer.may_play(series):
        raise PermissionDenied(
            "Only the managers of these two teams and the director can enter injuries for this series."
        )
    if request.method == "GET":
        return _page(request, series)
    try:
        _write_down(request, viewer, series)
    except Refused as refused:
        return _page(request, series, refused)
    messages.success(request, "Saved. You can undo it in the log.")
    return redirect("injuries", tournament.slug, series.pk)


def _write_down(request: HttpRequest, viewer: Viewer, series: Series) -> None:
    """Record the injury from the form. The `man` field contains a team ID and a card ID, such as "12.345"."""
    of_team, _, card = request.POST.get("man", "").partition(".")
    team = next((team for team in series.teams() if str(team.pk) == of_team), None)
    if team is None:
        raise Refused(InjuryRefusal.NOT_IN_SERIES, field="team")
    length = request.POST.get("length", "").strip()
    record_injury(
        series=series,
        number=typed_number(request.POST.get("number")),
        team=team,
        card_id=typed_number(card),
        length=int(length) if length.isascii() and length.isdecimal() and len(length) < 5 else -1,
        submitted_by=SubmittedBy(actor_of(viewer), viewer.side_in(series)),
        version=typed_number(request.POST.get("version")),
        reason=request.POST.get("reason", "").strip(),
    )


def _page(request: HttpRequest, series: Series, refused: Refused | None = None) -> HttpResponse:
    games, rosters = injuries_in_series(series)
    context = {
        "series": series,
        "games": games,
        "rosters": rosters,
        "absences": absences_of(series.tournament, series.away, series.home),
        "unit": injury_unit(series.tournament),
        "longest": LONGEST,
        "refused": refused,
    }
    return render(request, "games/injuries.html", context, status=409 if refused else 200)
