"""The front pages: all tournaments, and a single tournament's overview."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from club.views.site import club_site
from drafts.queries.board import load_rooms
from drafts.queries.published import clock_facts
from games.models import RulingRequest
from play.models import TableGame
from play.queries.live_games import live_tiles_by_tournament
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer, Viewers, viewers_of
from tournaments.access.visibility import deleted_tournaments
from tournaments.action_log.events import newest_number
from tournaments.forms.refusals import typed_number
from tournaments.models import Role, Series, Team, Tournament
from tournaments.queries.divisions import has_drafts_now
from tournaments.queries.playoff_tables import matchup_tables
from tournaments.queries.playoffs import load_bracket
from tournaments.queries.sign_ups import takes_sign_ups
from tournaments.queries.snapshot import TournamentSnapshot
from tournaments.queries.standings import standings_in
from tournaments.views.visitors import cached_for_visitors
from weekend.queries.home import home_page, practice_weekend
from weekend.queries.rounds import hall_pace
from weekend.queries.write_up import published_write_up

_LATEST_RESULTS = 8
_LATEST_RULINGS = 5
_STAFF_ROLES = (Role.ORGANISER, Role.DIRECTOR, Role.ASSISTANT)
_MOST_PAGES = 10_000


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show visitors the club's site. Show a signed-in device every tournament and its own games in progress."""
    viewers = viewers_of(request)
    if not viewers.all():
        return club_site(request)
    number = min(max(typed_number(request.GET.get("page")), 1), _MOST_PAGES)
    listed = home_page(viewers, number)
    organizer = viewers.viewer_of(None)
    is_first_run = organizer.is_organizer and number == 1 and not listed.cards and not listed.archive
    page = {
        "live": live_tiles_by_tournament(_own_tournaments(viewers)),
        "listed": listed,
        "newer": number - 1,
        "older": number + 1 if listed.has_older else 0,
        "is_organizer": organizer.is_organizer,
        "greeted": _greeted(viewers),
        "is_first_run": is_first_run,
        "practice_weekend": practice_weekend() if is_first_run else None,
        "deleted": deleted_tournaments() if organizer.is_organizer else (),
    }
    return render(request, "weekend/home.html", page)


def _own_tournaments(viewers: Viewers) -> QuerySet[Tournament]:
    """Return the tournaments that this device is signed in to; all of them for the organizer."""
    visible = Tournament.objects.filter(viewers.visible_tournaments()).order_by()
    return visible if viewers.viewer_of(None).is_organizer else visible.filter(pk__in=viewers.tournaments())


def _greeted(viewers: Viewers) -> str:
    """Return the name of the organizer, director or assistant on this device, or "" if it is unknown."""
    accesses = [access for access in viewers.all() if access.role in _STAFF_ROLES]
    named = [access.own_name or access.label for access in accesses if access.own_name or access.tournament_id]
    return named[0] if named else ""


@require_safe
@tournament_view()
@cached_for_visitors
def overview(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show stage, drafts, playoffs or current rounds, standings, latest results and rulings."""
    snapshot = TournamentSnapshot(tournament, newest_number(tournament.pk))
    stage = tournament.stage
    has_bracket = stage in (Tournament.Stage.PLAYOFFS, Tournament.Stage.FINISHED)
    playoffs = load_bracket(tournament) if has_bracket else None
    page = {
        "newest": snapshot.newest,
        "stages": Tournament.Stage.choices,
        "tables": standings_in(snapshot),
        "takes_sign_ups": takes_sign_ups(tournament),
        "entered": _without_division(snapshot) if stage == Tournament.Stage.SIGN_UP else (),
        "hall_pace": hall_pace(snapshot, timezone.now()),
        "latest": _latest(snapshot),
        "drafts": _drafts(tournament),
        "playoffs": playoffs,
        "matchups": matchup_tables(playoffs) if playoffs else None,
        "rulings": _rulings(tournament),
        "write_up": published_write_up(tournament),
        "has_table_games": TableGame.objects.filter(series__tournament=tournament).exists(),
    }
    return render(request, "weekend/overview.html", page)


def _latest(snapshot: TournamentSnapshot) -> list[Series]:
    completed = [
        (series.completed_at, series.pk, series)
        for series in snapshot.series
        if series.status == Series.Status.COMPLETE and series.completed_at is not None
    ]
    return [series for *_, series in sorted(completed, reverse=True)[:_LATEST_RESULTS]]


def _without_division(snapshot: TournamentSnapshot) -> list[Team]:
    return [team for team in snapshot.teams.values() if team.division_id is None]


def _rulings(tournament: Tournament) -> list[RulingRequest]:
    answered = RulingRequest.objects.filter(series__tournament=tournament, ruled_at__isnull=False)
    return list(answered.prefetch_related("series__home", "series__away").order_by("-ruled_at")[:_LATEST_RULINGS])


def _drafts(tournament: Tournament) -> list[dict[str, Any]]:
    """Return running drafts with the team on the clock."""
    if not has_drafts_now(tournament):
        return []
    return [
        {"division": division, "clock": clock_facts(room), "draft": room.draft}
        for division, room in load_rooms(tournament)
        if room and room.draft.is_on
    ]
