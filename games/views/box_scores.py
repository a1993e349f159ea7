"""Box scores of games played with the engine, and the tournament's player statistics."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from games.queries.box_scores import box_scores_in_series, leaders
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.models import Tournament
from tournaments.views.visitors import cached_for_visitors


@require_safe
@tournament_view()
@cached_for_visitors
def box_scores(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """Show a series' games played with the engine: batters, pitchers and chances to win."""
    newest = newest_number(tournament.pk)
    series = get_object_or_404(tournament.series.select_related("home", "away"), pk=series_id)
    boxes = box_scores_in_series(series)
    return render(request, "games/box_scores.html", {"newest": newest, "series": series, "boxes": boxes})


@require_safe
@tournament_view()
@cached_for_visitors
def players(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the tournament's batters and pitchers, based on games played with the engine."""
    newest = newest_number(tournament.pk)
    return render(request, "games/players.html", {"newest": newest, "tables": leaders(tournament)})
