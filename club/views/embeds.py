"""Standings, bracket, schedule and draft to embed in other sites. Only these URLs allow framing."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from club.queries.embedded_draft import embedded_drafts
from club.queries.embedded_schedule import embedded_rounds
from club.queries.preview import current_standings
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.models import Tournament
from tournaments.queries.playoffs import load_bracket
from tournaments.views.visitors import cached_for_visitors

THEMES: Final = ("light", "dark", "auto")
# the page includes its few styles, runs no script and loads nothing else
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *"


def _framed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Allow every site to frame the response, even if it comes from the page cache."""

    @wraps(view)
    def framed_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response.headers["Content-Security-Policy"] = _POLICY
        return response

    return xframe_options_exempt(framed_view)


@require_safe
@_framed
@tournament_view()
@cached_for_visitors
def standings(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the standings in each division."""
    tables = current_standings(tournament)
    return _render(request, tournament, "standings", tables=tables)


@require_safe
@_framed
@tournament_view()
@cached_for_visitors
def bracket(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the playoffs by round, and the champion."""
    return _render(request, tournament, "bracket", board=load_bracket(tournament))


@require_safe
@_framed
@tournament_view()
@cached_for_visitors
def schedule(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the current round and the next one, or the last round."""
    return _render(request, tournament, "schedule", rounds=embedded_rounds(tournament))


@require_safe
@_framed
@tournament_view()
@cached_for_visitors
def draft(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show the team on the clock and the latest picks in each draft."""
    return _render(request, tournament, "draft", drafts=embedded_drafts(tournament))


def _render(request: HttpRequest, tournament: Tournament, name: str, **facts: Any) -> HttpResponse:
    theme = request.GET.get("theme", "auto")
    context = {"tournament": tournament, "theme": theme if theme in THEMES else "auto", "page_name": name, **facts}
    return render(request, f"club/embed_{name}.html", context)
