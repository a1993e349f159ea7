"""Actions on a team's pick queue that return to the list."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_POST

from core.errors import Refused
from drafts.queries.choosing import parse_filters
from drafts.services.queueing import MOVES, add_to_queue, move_in_queue, remove_from_queue
from drafts.views.draft_room import add_refusal, parse_row_number, parse_selection, room_or_404, team_or_403
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.models import Tournament


@require_POST
@tournament_view(roles="drafter")
def queue(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Add a `card` or `park`, `remove` a queued pick, or move a pick `up`, `down`, to the `top` or `bottom`."""
    room = room_or_404(tournament, division_id)
    team = team_or_403(room, viewer, request.POST.get("team"))
    actor = actor_of(viewer.drafting_for(team.pk))
    try:
        _requested_action(request)(draft_id=room.draft.pk, team_id=team.pk, actor=actor)
    except Refused as refusal:
        add_refusal(request, refusal)
    page = reverse("draft_pick", args=[tournament.slug, division_id])
    back = QueryDict(request.POST.get("back", "")[:300])
    team_query = f"team={team.pk}&" if back.get("team") or not viewer.is_staff else ""
    # on a phone the queue is a tab, and players are queued from the list
    tab = "" if "card" in request.POST or "park" in request.POST else "#queue"
    return HttpResponseRedirect(f"{page}?{team_query}{parse_filters(back).address()}{tab}")


def _requested_action(request: HttpRequest) -> Callable[..., object]:
    for move in MOVES:
        moved_id = parse_row_number(request.POST.get(move))
        if moved_id is not None:
            return partial(move_in_queue, queued_id=moved_id, move=move)
    removed_id = parse_row_number(request.POST.get("remove"))
    if removed_id is not None:
        return partial(remove_from_queue, queued_id=removed_id)
    return partial(add_to_queue, selection=parse_selection(request.POST))
