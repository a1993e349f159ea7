"""The best-ofs: the bracket for everybody, seeding for the director."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournaments.access import Viewer, tournament_view
from tournaments.live import newest_number
from tournaments.models import Tournament
from tournaments.page_cache import kept_for_visitors
from tournaments.queries.best_ofs import best_ofs_of, open_points, qualifiers_of
from tournaments.queries.standings import standings_of
from tournaments.services.best_ofs import start_best_ofs, take_back_best_ofs
from tournaments.services.log import Refused, actor_of
from tournaments.services.stages import move_stage


@tournament_view()
@kept_for_visitors
def bracket(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Public. Before the seeding: who would qualify as it stands, and what is still open."""
    newest = newest_number(tournament.pk)
    board = best_ofs_of(tournament)
    page: dict[str, object] = {"newest": newest, "board": board}
    if not board.seeds:
        tables = standings_of(tournament)
        page |= {"qualifiers": qualifiers_of(tables), "open_points": open_points(tables)}
    return render(request, "tournaments/best_ofs.html", page)


@tournament_view(roles="director")
@require_POST
def start(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    try:
        if tournament.stage == Tournament.Stage.ROUND_ROBIN:
            tournament = move_stage(tournament=tournament, actor=actor_of(viewer), to=Tournament.Stage.PLAYOFFS)
        start_best_ofs(tournament=tournament, actor=actor_of(viewer))
    except Refused as refusal:
        messages.error(request, str(refusal), "bad")
    return redirect("bracket", tournament.slug)


@tournament_view(roles="director")
@require_POST
def take_back(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    try:
        take_back_best_ofs(tournament=tournament, actor=actor_of(viewer))
    except Refused as refusal:
        messages.error(request, str(refusal), "bad")
    return redirect("bracket", tournament.slug)
