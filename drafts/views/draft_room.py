"""What the pages of the draft room share: finding the room, and whose turn a viewer may make."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, QueryDict
from django.utils import timezone

from core.errors import Refused
from drafts.queries.board import find_division_room
from drafts.queries.room import Room
from drafts.services.selections import Selection
from drafts.services.turns import find_team
from tournaments.access.guards import require_drafter
from tournaments.access.viewers import Viewer
from tournaments.models import Team, Tournament


def room_or_404(tournament: Tournament, division_id: int) -> Room:
    _, room = find_division_room(tournament, division_id)
    if room is None:
        raise Http404
    return room


def team_or_403(room: Room, viewer: Viewer, given: str | None) -> Team:
    """The team a viewer drafts for: his own, or whose proxy he is; the desk names it, or it is the one on the clock."""
    team_id = parse_row_number(given)
    if team_id is None:
        now = room.on_the_clock
        team_id = viewer.drafts_for if not viewer.is_staff else room.team_at(now).pk if now else room.teams[0].pk
    require_drafter(viewer, team_id)
    team = find_team(room, team_id or 0)
    if team is None:
        raise Http404
    return team


def parse_row_number(text: str | None) -> int | None:
    """A row's number from a form or an address; None for anything else."""
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None


def parse_selection(data: QueryDict) -> Selection:
    """The player or park that a form or an address names."""
    if data.get("design"):
        return Selection(design={name: data.get(name, "") for name in ("name", "singles", "homeruns")})
    return Selection(card_id=parse_row_number(data.get("card")), park_id=parse_row_number(data.get("park")))


def add_refusal(request: HttpRequest, refusal: Refused) -> None:
    messages.error(request, str(refusal), extra_tags="bad")


def add_message(request: HttpRequest, sentence: str) -> None:
    messages.success(request, sentence, extra_tags="good")


def room_context(room: Room, viewer: Viewer, **more: Any) -> Mapping[str, Any]:
    """What every page of the room shows."""
    mine = find_team(room, viewer.drafts_for or 0)
    return {
        "room": room,
        "draft": room.draft,
        "division": room.draft.division,
        "my_drafting_team": mine,
        "may_pick": mine is not None or viewer.is_staff,
        "now": timezone.now(),
        **more,
    }
