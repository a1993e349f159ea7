"""Swap a series' home and visitors, after a preview for the director."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from games.services.swapping import preview_swap, swap_home_and_visitors
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Series, Tournament
from tournaments.views.answers import add_message


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def swap_home(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    series = get_object_or_404(
        Series.objects.select_related("home", "away", "division"), pk=series_id, tournament=tournament
    )
    refusal: Refused | None = None
    if request.method == "POST":
        try:
            swap = swap_home_and_visitors(
                series=series,
                actor=actor_of(viewer),
                version=typed_number(request.POST.get("version")),
                reason=request.POST.get("reason", ""),
            )
        except Refused as refused:
            refusal = refused
        else:
            add_message(request, f"{swap.home} is home in game 1. You can undo this in the log.")
            return redirect("series", tournament.slug, series.pk)
    preview = None
    try:
        preview = preview_swap(series)
    except Refused as refused:
        refusal = refusal or refused
    context = {"series": series, "swap": preview, "refused": refusal, "reason": request.POST.get("reason", "")}
    return render(request, "games/swap_home.html", context, status=400 if request.method == "POST" else 200)
