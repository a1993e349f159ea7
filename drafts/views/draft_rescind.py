"""T0.18 on a page: what rescinding does, and the button that does it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from drafts.services.rescinding import plan_rescission, rescind_pick
from drafts.views.draft_room import number_in, room_context, room_or_404, say, team_or_403
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.models import Tournament


@require_http_methods(["GET", "POST"])
@tournament_view(roles="manager")
def rescind(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    room = room_or_404(tournament, division_id)
    data = request.POST if request.method == "POST" else request.GET
    team = team_or_403(room, viewer, data.get("team"))
    refusal = None
    if request.method == "POST":
        try:
            done = rescind_pick(
                draft_id=room.draft.pk,
                team_id=team.pk,
                actor=actor_of(viewer),
                overall=number_in(data.get("overall")),
            )
        except Refused as fault:
            refusal, room = fault, room_or_404(tournament, division_id)
        else:
            say(request, f"{done.name} is rescinded. Those who selected since choose first.")
            return redirect("draft_pick", tournament.slug, division_id)
    plan = plan_rescission(room, team.pk)
    turns = [(room.label(turn), turn, room.team_at(turn)) for turn in plan.again]
    context = {**room_context(room, viewer), "team": team, "plan": plan, "turns": turns, "refusal": refusal}
    return render(request, "drafts/draft_rescind.html", context, status=409 if refusal else 200)
