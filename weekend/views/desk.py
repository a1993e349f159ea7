"""The director's desk, and the round on the projector."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from drafts.services.expiry import settle_drafts
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.models import Action, Tournament
from tournaments.queries.best_ofs import crowned
from tournaments.queries.standings import standings_of
from weekend.queries.desk import waiting_for_director
from weekend.queries.next_step import next_step
from weekend.queries.rounds import rounds_now

_LATEST = 8


@require_safe
@tournament_view(roles="staff")
def desk(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """What needs the director now."""
    settle_drafts(division__tournament=tournament)
    now = timezone.now()
    newest = newest_number(tournament.pk)
    tables = standings_of(tournament) if tournament.stage == Tournament.Stage.ROUND_ROBIN else []
    rounds = rounds_now(tournament, now)
    page = {
        "newest": newest,
        "now": now,
        "waiting": waiting_for_director(tournament, now, rounds, tables),
        "next_step": next_step(tournament, tables),
        "rounds": rounds,
        "latest": Action.objects.filter(tournament=tournament)[:_LATEST],
    }
    return render(request, "weekend/desk.html", page)


@require_safe
@tournament_view()
def round_projector(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Who plays whom at which table and how long they have been at it, readable across the room."""
    now, newest = timezone.now(), newest_number(tournament.pk)
    rounds = rounds_now(tournament, now)
    most_rows = max((len(found.all) + len(found.suspended) for found in rounds), default=1)
    page = {"newest": newest, "now": now, "rounds": rounds, "most_rows": most_rows, "crowned": crowned(tournament)}
    return render(request, "weekend/round_projector.html", page)
