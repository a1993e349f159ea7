"""Delete and recover a tournament."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from backups.services.deletion import delete_tournament
from core.errors import Refused
from tournaments.access.guards import require, tournament_view
from tournaments.access.viewers import Viewer, viewers_of
from tournaments.action_log.writing import actor_of
from tournaments.models import RECOVERABLE, Tournament
from tournaments.services.visibility import recover_tournament
from tournaments.views.answers import add_message, attempt


@require_http_methods(["GET", "POST"])
@tournament_view()
def delete(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show what a deletion removes. POST deletes the tournament if its name is typed correctly."""
    require(viewer, "organiser")
    refused = None
    if request.method == "POST":
        try:
            delete_tournament(tournament=tournament, actor=actor_of(viewer), typed_name=request.POST.get("name", ""))
        except Refused as refusal:
            refused = refusal
        else:
            add_message(
                request, f"{tournament.name} has been deleted. You can recover it here for {RECOVERABLE.days} days."
            )
            return redirect("home")
    page = {
        "refused": refused,
        "typed": request.POST.get("name", ""),
        "teams": tournament.teams.count(),
        "series": tournament.series.count(),
        "days": RECOVERABLE.days,
    }
    return render(request, "backups/delete_tournament.html", page, status=400 if refused else 200)


@require_POST
def recover(request: HttpRequest, slug: str) -> HttpResponse:
    """Recover a deleted tournament."""
    viewer = viewers_of(request).viewer_of(None)
    require(viewer, "organiser")
    tournament = get_object_or_404(Tournament, slug=slug)
    attempt(
        request,
        lambda: recover_tournament(tournament=tournament, actor=actor_of(viewer)),
        f"{tournament.name} is back, with its links and results.",
    )
    return redirect("home")
