"""Pages for rulings. Managers ask, the director rules, and anyone can view the result."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from core.errors import Refused
from core.read_snapshot import read_snapshot
from games.models import RulingRequest
from games.services.rulings import ask_ruling, give_ruling
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.models import Series, Tournament
from tournaments.views.visitors import cached_for_visitors


@tournament_view(roles="public")
@cached_for_visitors
def rulings(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    return _page(request, tournament)


@read_snapshot()
def _page(
    request: HttpRequest, tournament: Tournament, *, refused: Refused | None = None, about: int = 0, status: int = 200
) -> HttpResponse:
    newest = newest_number(tournament.pk)
    rulings = RulingRequest.objects.filter(series__tournament=tournament).select_related("series__home", "series__away")
    context = {"rulings": rulings, "newest": newest, "refused": refused, "about": about, "typed": request.POST}
    return render(request, "games/rulings.html", context, status=status)


@require_POST
@tournament_view(roles="manager")
def ask(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """Submit a question from a manager of either team, or from staff on the manager's behalf."""
    round_series = Series.objects.select_related("home", "away")
    series = get_object_or_404(round_series, pk=series_id, tournament=tournament)
    if not viewer.may_play(series):
        raise PermissionDenied("Only the managers of these two teams can ask about this series.")
    try:
        ask_ruling(series=series, question=request.POST.get("question", ""), actor=actor_of(viewer))
    except Refused as refusal:
        return _page(request, tournament, refused=refusal, status=400)
    return redirect("rulings", tournament.slug)


@require_POST
@tournament_view(roles="director")
def give(request: HttpRequest, tournament: Tournament, viewer: Viewer, ruling_id: int) -> HttpResponse:
    """Save the director's ruling."""
    ruling = get_object_or_404(
        RulingRequest.objects.select_related("series"), pk=ruling_id, series__tournament=tournament
    )
    typed = request.POST
    try:
        give_ruling(request=ruling, ruling=typed.get("ruling", ""), rule=typed.get("rule", ""), actor=actor_of(viewer))
    except Refused as refusal:
        return _page(request, tournament, refused=refusal, about=ruling.pk, status=400)
    return redirect("rulings", tournament.slug)
