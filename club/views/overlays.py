"""Streaming overlays: transparent pages with large type that a browser source displays over the video."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from club.queries.embedded_draft import embedded_drafts
from club.queries.preview import current_standings
from play.models import TableGame
from play.queries.live_games import games_in_progress, tile_of, watchable_games
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.models import Tournament
from tournaments.views.visitors import cached_for_visitors

THEMES: Final = ("dark", "light")
_PICKS: Final = 5
_SECONDS: Final = 5
_GAME_SECONDS: Final = 3
# the page includes its styles, and its script reloads the page
_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)


def _overlay(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Allow inline styles, even if the response comes from the page cache."""

    @wraps(view)
    def overlay_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response.headers["Content-Security-Policy"] = _POLICY
        return response

    return overlay_view


@require_safe
@_overlay
@tournament_view()
@cached_for_visitors
def standings(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the standings in all divisions, or only in the one in `?division=`."""
    tables = current_standings(tournament)
    shown = [table for table in tables if _is_shown(request, table.division.pk)]
    return _render(request, tournament, "standings", tables=shown)


@require_safe
@_overlay
@tournament_view()
@cached_for_visitors
def draft(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the team on the clock and the latest picks, in all divisions or only in the one in `?division=`."""
    drafts = [entry for entry in embedded_drafts(tournament, _PICKS) if _is_shown(request, entry.division.pk)]
    return _render(request, tournament, "draft", drafts=drafts)


def _is_shown(request: HttpRequest, division_id: int) -> bool:
    return request.GET.get("division", "") in ("", str(division_id))


@require_safe
@_overlay
@tournament_view()
def table_scoreboard(request: HttpRequest, tournament: Tournament, viewer: Viewer, table: int) -> HttpResponse:
    """Show the game in progress at a table, regardless of the round."""
    games = games_in_progress().filter(series__tournament=tournament, series__table=table)
    return _scoreboard(request, tournament, games.order_by("-pk").first())


@require_safe
@_overlay
@tournament_view()
def game_scoreboard(request: HttpRequest, tournament: Tournament, viewer: Viewer, public_id: str) -> HttpResponse:
    """Show a game, even after its end."""
    game = get_object_or_404(TableGame.objects.only("pk"), series__tournament=tournament, public_id=public_id)
    return _scoreboard(request, tournament, watchable_games().filter(pk=game.pk).first())


def _scoreboard(request: HttpRequest, tournament: Tournament, game: TableGame | None) -> HttpResponse:
    tile = tile_of(game) if game is not None else None
    facts: dict[str, Any] = {"tile": tile, "milliseconds": _GAME_SECONDS * 1000}
    if game is not None and tile is not None:
        lines = list(zip(tile.names, tile.score, strict=True))
        facts |= {"lines": lines, "is_over": game.state == TableGame.State.OVER}
    response = _render(request, tournament, "scoreboard", **facts)
    response.headers["Cache-Control"] = "no-store"
    return response


def _render(request: HttpRequest, tournament: Tournament, name: str, **facts: Any) -> HttpResponse:
    theme = request.GET.get("theme", "dark")
    context = {
        "tournament": tournament,
        "theme": theme if theme in THEMES else "dark",
        "page_name": name,
        "milliseconds": _SECONDS * 1000,
        **facts,
    }
    return render(request, f"club/overlay_{name}.html", context)
