"""A team's queue: buttons that add, move and take away, and come back to the list."""

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
    """`card` or `park` adds; `remove` takes a wish away; `up`, `down`, `top` and `bottom` move one."""
    room = room_or_404(tournament, division_id)
    team = team_or_403(room, viewer, request.POST.get("team"))
    asked = {"draft_id": room.draft.pk, "team_id": team.pk, "actor": actor_of(viewer.drafting_for(team.pk))}
    try:
        _act(request)(**asked)
    except Refused as refusal:
        add_refusal(request, refusal)
    page = reverse("draft_pick", args=[tournament.slug, division_id])
    back = QueryDict(request.POST.get("back", "")[:300])
    of_team = f"team={team.pk}&" if back.get("team") or not viewer.is_staff else ""
    return HttpResponseRedirect(f"{page}?{of_team}{parse_filters(back).address()}#queue")


def _act(request: HttpRequest) -> Callable[..., object]:
    for move in MOVES:
        if (wish := parse_row_number(request.POST.get(move))) is not None:
            return partial(move_in_queue, queued_id=wish, move=move)
    if (wish := parse_row_number(request.POST.get("remove"))) is not None:
        return partial(remove_from_queue, queued_id=wish)
    return partial(add_to_queue, selection=parse_selection(request.POST))
