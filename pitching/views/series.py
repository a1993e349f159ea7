"""The public pages of results: every series with its state, and one series in full."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from core.read_snapshot import read_snapshot
from games.queries.absences import absences_of
from games.queries.declared import declared_for_series
from games.queries.slot_clash import clashes_of_series
from pitching.queries.series_page import page_of_series, rounds_of
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.models import Series, Tournament
from tournaments.queries.order_of_play import postponements
from tournaments.views.visitors import kept_for_visitors


@tournament_view(roles="public")
@kept_for_visitors
def results(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    newest = newest_number(tournament.pk)
    return render(request, "pitching/results.html", {"rounds": rounds_of(tournament), "newest": newest})


@tournament_view(roles="public")
@kept_for_visitors
def series_page(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    return show_series(request, tournament, viewer, series_id)


@read_snapshot()
def show_series(
    request: HttpRequest,
    tournament: Tournament,
    viewer: Viewer,
    series_id: int,
    *,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of a series; with `refused`, the sentence of a signature that was not given."""
    newest = newest_number(tournament.pk)
    series = get_object_or_404(
        Series.objects.select_related("home", "away", "division", "covered_by"), pk=series_id, tournament=tournament
    )
    series.tournament = tournament
    context = {
        "page": page_of_series(series),
        "series": series,
        "newest": newest,
        "may_enter": viewer.may_play(series),
        "postponements": postponements(series) if series.is_started else [],
        "covered_by": series.covered_by if series.covered_team is not None else None,
        "declared": declared_for_series(series),
        "absences": absences_of(tournament, series.away, series.home),
        "refused": refused,
        "clashes": clashes_of_series(series) if viewer.is_staff and series.outcomes else [],
    }
    return render(request, "pitching/series.html", context, status=status)
