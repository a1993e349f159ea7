"""The club's public site: front page, calendar, live games, latest results, and preview pictures."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.queries.calendar import calendar, finished_tournaments
from club.queries.feeds import result_entries
from club.queries.live import LiveTournament, live_tournaments, running_tournaments
from club.queries.names import public_team_names
from club.queries.newest import ClubState, cached_records
from club.queries.preview import Preview, preview_of
from club.queries.site import club_records, featured_tournament
from club.views.visitors import club_file, club_page
from core.share_picture import share_picture
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.forms.refusals import typed_number
from tournaments.models import Tournament
from tournaments.views.visitors import cached_file_for_visitors

_MOST_PAGES: Final = 10_000
_MOST_LIVE: Final = 8  # tournaments under "Live now" on the front page


@require_safe
def club_site(request: HttpRequest) -> HttpResponse:
    """Show the calendar, live tournaments, and the latest results, champions, points and people."""

    def make(state: ClubState) -> HttpResponse:
        live = _live(state)
        context = {
            "calendar": cached_records(state, "calendar", calendar),
            "live": live[:_MOST_LIVE],
            "more_live": max(0, len(live) - _MOST_LIVE),
            "records": cached_records(state, "records", lambda: club_records(state)),
        }
        return render(request, "club/site.html", context)

    return club_page(request, make)


@require_safe
def calendar_page(request: HttpRequest) -> HttpResponse:
    """Show the running and upcoming tournaments, then pages of finished ones."""
    number = min(max(typed_number(request.GET.get("page")), 1), _MOST_PAGES)

    def make(state: ClubState) -> HttpResponse:
        finished, has_older = finished_tournaments(number)
        context = {
            "calendar": calendar() if number == 1 else None,
            "finished": finished,
            "newer": number - 1,
            "older": number + 1 if has_older else 0,
        }
        return render(request, "club/calendar.html", context)

    return club_page(request, make)


@require_safe
def live_page(request: HttpRequest) -> HttpResponse:
    """Show the games, drafts and rounds in progress."""
    return club_page(request, lambda state: render(request, "club/live.html", {"live": _live(state)}))


def _live(state: ClubState) -> list[LiveTournament]:
    """Return the live tournaments. Moves in table games change only the tiles, so the rest is cached."""
    return live_tournaments(cached_records(state, "running", running_tournaments))


@require_safe
def results_page(request: HttpRequest) -> HttpResponse:
    """Show the newest complete series across all tournaments."""
    return club_page(request, lambda state: render(request, "club/results.html", {"results": result_entries()}))


@require_safe
def club_picture(request: HttpRequest) -> HttpResponse:
    """Return the front page's preview picture: one tournament's standings, with public names only."""

    def make() -> HttpResponse:
        tournament = featured_tournament()
        if tournament is None:
            raise Http404("The picture appears when the first tournament starts.")
        return _picture(preview_of(tournament, public_team_names(tournament.teams.all())))

    return club_file(request, make)


@require_safe
@tournament_view()
@cached_file_for_visitors
def tournament_picture(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Return a tournament's preview picture: its standings."""
    return _picture(preview_of(tournament))


def _picture(preview: Preview) -> HttpResponse:
    return HttpResponse(share_picture(*preview), content_type="image/png")
