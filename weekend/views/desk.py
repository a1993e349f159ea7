"""The director's desk, and the round on the projector."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.access import Viewer, tournament_view
from tournaments.live import newest_number
from tournaments.models import Action, Tournament
from weekend.queries.desk import waiting_for_director
from weekend.queries.next_step import next_step
from weekend.queries.rounds import round_now


@tournament_view(roles="staff")
def desk(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """What needs the director now."""
    now = timezone.now()
    page = {
        "newest": newest_number(tournament.pk),
        "waiting": waiting_for_director(tournament, now),
        "next_step": next_step(tournament),
        "round": round_now(tournament, now),
        "latest": Action.objects.filter(tournament=tournament)[:8],
    }
    return render(request, "weekend/desk.html", page)


@tournament_view()
def round_projector(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Who plays whom at which table, readable across the room."""
    page = {"newest": newest_number(tournament.pk), "round": round_now(tournament, timezone.now())}
    return render(request, "weekend/round_projector.html", page)
