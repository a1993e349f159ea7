"""The tournament's stage, the obstacles to the next stage, and the way back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.models import Tournament
from tournaments.services.stages import (
    ORDER,
    Stage,
    move_stage,
    obstacles_ahead,
    obstacles_behind,
    stage_after,
    stage_before,
)
from tournaments.views.answers import add_message


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def stage(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    refused: Refused | None = None
    if request.method == "POST":
        # The form contains its stage, so that a second tab can't move the tournament on twice.
        tournament.stage = request.POST.get("from", tournament.stage)
        target, reason = request.POST.get("to", ""), request.POST.get("reason", "")
        try:
            moved = move_stage(tournament=tournament, actor=actor_of(viewer), to=target, reason=reason)
            add_message(request, f"The tournament is now at this stage: {moved.get_stage_display()}.")
            return redirect("stage", tournament.slug)
        except Refused as sentence:
            refused = sentence
            tournament.refresh_from_db()
    ahead = obstacles_ahead(tournament)
    context = {
        "stages": ORDER,
        "next": _stage_choice(stage_after(tournament)),
        "previous": _stage_choice(stage_before(tournament)),
        "ahead": ahead,
        "missing": [obstacle for obstacle in ahead if not obstacle.can_be_waived],
        "behind": obstacles_behind(tournament),
        "refused": refused,
        "newest": newest_number(tournament.pk),
    }
    return render(request, "tournaments/stage.html", context, status=400 if refused else 200)


def _stage_choice(stage: Stage | None) -> tuple[str, str] | None:
    return (stage.value, str(stage.label)) if stage else None
