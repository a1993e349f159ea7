"""Public results pages: the list of series, and the full page for each series."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from core.read_snapshot import read_snapshot
from games.queries.absences import absences_of
from games.queries.declared import declared_for_series
from games.queries.slot_clash import slot_clash_warnings
from games.services.swapping import faults_since_swap
from pitching.queries.photos import photographed_sheets
from pitching.queries.results_list import rounds_with_results
from pitching.queries.series_page import next_series_of_round, read_series_page
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.models import Series, Tournament
from tournaments.queries.order_of_play import postponements
from tournaments.views.visitors import cached_for_visitors


@tournament_view(roles="public")
@cached_for_visitors
def results(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    newest = newest_number(tournament.pk)
    context = {"rounds": rounds_with_results(tournament), "newest": newest}
    return render(request, "pitching/results.html", context)


@tournament_view(roles="public")
@cached_for_visitors
def series_page(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    return render_series_page(request, tournament, viewer, series_id)


@read_snapshot()
def render_series_page(
    request: HttpRequest,
    tournament: Tournament,
    viewer: Viewer,
    series_id: int,
    *,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render a series' page. `refused` is the reason why a sheet couldn't be signed."""
    newest = newest_number(tournament.pk)
    all_series = Series.objects.select_related("home", "away", "division", "covered_by", "agreed_time")
    series = get_object_or_404(all_series, pk=series_id, tournament=tournament)
    series.tournament = tournament
    is_covered = series.covered_team is not None
    is_complete = series.status == Series.Status.COMPLETE
    shows_faults = viewer.is_staff and bool(series.outcomes)
    page = read_series_page(series)
    context = {
        "page": page,
        "series": series,
        "must_sign": page.may_be_signed_by(viewer.team_id),
        "newest": newest,
        "may_enter": viewer.may_play(series),
        "next_series": next_series_of_round(series) if viewer.is_staff and is_complete else None,
        "postponements": postponements(series) if series.is_started else [],
        "covered_by": series.covered_by if is_covered else None,
        "declared": declared_for_series(series),
        "photographed_sheets": photographed_sheets(series, viewer, page.signatures),
        "absences": absences_of(tournament, series.away, series.home),
        "refused": refused,
        "clashes": slot_clash_warnings(series) if shows_faults else [],
        "swap_faults": faults_since_swap(series) if shows_faults else [],
    }
    return render(request, "pitching/series.html", context, status=status)
