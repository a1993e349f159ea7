"""The best-ofs: the bracket for everybody, seeding for the director."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from core.errors import Refused
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.forms.takeovers import read_takeover
from tournaments.models import Team, Tournament
from tournaments.queries.best_ofs import best_ofs_of, open_points, qualifiers_of
from tournaments.queries.covers import takeovers_due
from tournaments.queries.seeding import changes_since_seeding, seeding_by_standings
from tournaments.queries.standings import standings_of
from tournaments.services.best_ofs import start_best_ofs, take_back_best_ofs
from tournaments.services.stages import move_stage
from tournaments.services.takeovers import settle_takeover
from tournaments.views.visitors import kept_for_visitors


@tournament_view()
@kept_for_visitors
def bracket(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Public. Before the seeding: who would qualify as it stands, and what is still open."""
    newest = newest_number(tournament.pk)
    board = best_ofs_of(tournament)
    page: dict[str, object] = {"newest": newest, "board": board}
    if board.seeds and viewer.is_director:
        names = [team.name for team in board.seeds]
        page["corrected_since"] = changes_since_seeding(names, seeding_by_standings(tournament))
    if not board.seeds:
        tables = standings_of(tournament)
        page |= {
            "qualifiers": qualifiers_of(tables),
            "open_points": open_points(tables),
            "takeovers": takeovers_due(tables),
        }
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


@tournament_view(roles="director")
@require_POST
def take_over(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """T0.08: settle who plays on with a dropped team that advances."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    try:
        typed = read_takeover(request.POST.dict())
        settled = settle_takeover(team=team, actor=actor_of(viewer), others=typed.others, rolls=typed.rolls)
        messages.success(request, f"{settled.ruling.reason[:1].upper()}{settled.ruling.reason[1:]} (T0.08).")
    except Refused as refusal:
        messages.error(request, str(refusal), "bad")
    return redirect("bracket", tournament.slug)
