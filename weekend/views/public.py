"""The front pages: all tournaments, and one tournament at a glance."""

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from drafts.models import Draft
from drafts.queries.room import room_of
from games.models import RulingRequest
from tournaments.access import Viewer, tournament_view, viewers_of
from tournaments.live import newest_number
from tournaments.models import Series, Tournament
from tournaments.queries.standings import standings_of
from weekend.queries.rounds import round_now


def home(request: HttpRequest) -> HttpResponse:
    """Every tournament of this installation."""
    tournaments = Tournament.objects.annotate(entered=Count("teams"))
    here = {"tournaments": tournaments, "organiser": viewers_of(request).of(None).is_organiser}
    return render(request, "weekend/home.html", here)


@tournament_view()
def overview(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Stage, standings, the round in play, the latest results and rulings."""
    newest = newest_number(tournament.pk)
    latest = tournament.series.filter(status=Series.Status.COMPLETE).select_related("home", "away")
    return render(
        request,
        "weekend/overview.html",
        {
            "newest": newest,
            "stages": Tournament.Stage.choices,
            "tables": standings_of(tournament),
            "round": round_now(tournament, timezone.now()),
            "latest": latest.order_by("-completed_at", "-pk")[:8],
            "drafts": _drafts(tournament),
            "rulings": RulingRequest.objects.filter(series__tournament=tournament, ruled_at__isnull=False)[:5],
        },
    )


def _drafts(tournament: Tournament) -> list[dict[str, object]]:
    """Drafts that are going on, with who is on the clock."""
    going_on = Draft.objects.filter(
        division__tournament=tournament, state__in=[Draft.State.RUNNING, Draft.State.PAUSED]
    )
    told: list[dict[str, object]] = []
    for draft in going_on.select_related("division__tournament", "card_set"):
        room = room_of(draft)
        overall = room.on_the_clock
        if overall is not None:
            told.append(
                {"draft": draft, "team": room.team_at(overall), "pick": room.label(overall), "overall": overall}
            )
    return told
