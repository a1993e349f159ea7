"""Baseball players' statistics across all tournaments."""

from functools import partial
from typing import Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from club.models import Ballplayer
from club.queries.newest import ClubState, cached_records
from club.queries.player_statistics import (
    STATISTICS,
    PlayerFilters,
    StatisticsKind,
    careers,
    leaders,
    player_totals,
    statistics_years,
)
from club.views.visitors import cached_for_club_visitors, club_page
from core.tables import Order, Place
from tournaments.forms.refusals import typed_number
from tournaments.table_files import table_response

ROWS_ON_A_PAGE: Final = 25


@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Show batting or pitching for all players, or for those who match a search."""
    return club_page(request, lambda state: _players_page(request, state))


def _players_page(request: HttpRequest, state: ClubState) -> HttpResponse:
    kind = STATISTICS.get(request.GET.get("statistics", ""), STATISTICS["batting"])
    years = cached_records(state, "statistics years", statistics_years)
    filters = _filters(request, years)
    sort = kind.sort_key(request.GET.get("sort", ""))
    totals = player_totals(kind, filters, sort)
    page = Paginator(totals, ROWS_ON_A_PAGE).get_page(request.GET.get("page"))
    order = Order(sort, partial(_sort_address, request))
    context = {
        "kind": kind,
        "kinds": STATISTICS.values(),
        "years": years,
        "filters": filters,
        "sort": sort,
        "page": page,
        "table": kind.table.filled(page, caption=kind.title, is_caption_hidden=True, order=order),
        "leaders": cached_records(state, ("leaders", kind.key, filters.year), lambda: leaders(kind, filters.year)),
        "file_query": request.GET.urlencode(),
    }
    return render(request, "club/player_statistics.html", context)


def _filters(request: HttpRequest, years: list[int]) -> PlayerFilters:
    year, season = typed_number(request.GET.get("year")), typed_number(request.GET.get("season"))
    return PlayerFilters(
        year=year if year in years else 0, search=request.GET.get("q", "")[:80].strip(), season=max(0, season)
    )


def _sort_address(request: HttpRequest, sort: str) -> str:
    """Return the link to the first page of the same list in another sort order."""
    query = request.GET.copy()
    query["sort"] = sort
    query.pop("page", None)
    return f"?{query.urlencode()}"


@require_safe
def players_file(request: HttpRequest, statistics: str, kind: str) -> HttpResponse:
    """Return the list as a file, with the same filters and sort order."""
    shown = _kind_or_404(statistics)
    filters = _filters(request, statistics_years())
    rows = shown.table.values(
        Place.FILE, player_totals(shown, filters, request.GET.get("sort", "")).iterator(chunk_size=500)
    )
    return table_response(kind, f"players-{shown.key}", shown.title, shown.table.titles(Place.FILE), rows)


def _kind_or_404(key: str) -> StatisticsKind:
    if key not in STATISTICS:
        raise Http404("Choose batting or pitching.")
    return STATISTICS[key]


@require_safe
@cached_for_club_visitors
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """Show a player's statistics by year and by tournament."""
    ballplayer = get_object_or_404(Ballplayer, pk=player_id)
    shown = [career for career in careers(ballplayer) if career.lines]
    return render(request, "club/ballplayer.html", {"player": ballplayer, "careers": shown})
