"""The search page, and the results that the command palette shows."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.search import MAX_TYPED, SearchGroup
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer, viewers_of
from tournaments.models import Tournament
from weekend.queries.search import search_site, search_tournament

_MOST_IN_PALETTE: Final = 6
_MOST_ON_PAGE: Final = 50
Search = Callable[[str, int], list[SearchGroup]]


@require_safe
@tournament_view()
def tournament_search(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Find pages, actions, teams, players and series that match `q`."""
    viewers = viewers_of(request)
    return _results(request, lambda typed, most: search_tournament(typed, tournament, viewers, most))


@require_safe
def site_search(request: HttpRequest) -> HttpResponse:
    """Find tournaments, people and club pages that match `q`."""
    viewers = viewers_of(request)
    return _results(request, lambda typed, most: search_site(typed, viewers, most))


def _results(request: HttpRequest, search: Search) -> HttpResponse:
    """Render the page, or with `part` only the palette's list of options."""
    typed = request.GET.get("q", "")[:MAX_TYPED]
    is_part = "part" in request.GET
    groups = search(typed, _MOST_IN_PALETTE if is_part else _MOST_ON_PAGE)
    template = "weekend/_search_options.html" if is_part else "weekend/search.html"
    return render(request, template, {"groups": groups, "typed": typed.strip()})
