"""Shared parts of the draft room's pages: look up the room, the viewer's team and the selection."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, QueryDict
from django.shortcuts import get_object_or_404
from django.utils import timezone

from core.errors import Refused
from drafts.queries.board import find_division_room
from drafts.queries.card_set_owners import may_see_cards
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


def team_or_403(room: Room, viewer: Viewer, text: str | None) -> Team:
    """Return the team with this ID, or the viewer's own team. For staff, default to the team on the clock."""
    team_id = parse_row_number(text)
    if team_id is None and not viewer.is_staff:
        team_id = viewer.drafts_for
    elif team_id is None:
        turn = room.on_the_clock
        team = room.team_at(turn) if turn else room.teams[0]
        team_id = team.pk
    require_drafter(viewer, team_id)
    drafting_team = find_team(room, team_id or 0)
    if drafting_team is None:
        raise Http404
    return drafting_team


def own_team_or_403(tournament: Tournament, viewer: Viewer, team_id: int) -> Team:
    """Return the viewer's own team. Even staff can't open a different team's private pages."""
    team = get_object_or_404(Team, pk=team_id, tournament=tournament)
    if viewer.team_id != team.pk:
        raise PermissionDenied("This page is private to the team's manager.")
    return team


def parse_row_number(text: str | None) -> int | None:
    """Parse a row's ID from a form or a query string. Return None for anything else."""
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else None


def parse_selection(data: QueryDict) -> Selection:
    """Parse the player or ballpark from a form or a query string."""
    if data.get("design"):
        return Selection(design={name: data.get(name, "") for name in ("name", "singles", "homeruns")})
    return Selection(card_id=parse_row_number(data.get("card")), park_id=parse_row_number(data.get("park")))


def add_refusal(request: HttpRequest, refusal: Refused) -> None:
    messages.error(request, str(refusal))


def add_message(request: HttpRequest, sentence: str) -> None:
    messages.success(request, sentence)


def room_context(room: Room, viewer: Viewer, **more: Any) -> Mapping[str, Any]:
    """Return the context for every page of the room."""
    own_team = find_team(room, viewer.drafts_for or 0)
    return {
        "room": room,
        "draft": room.draft,
        "division": room.draft.division,
        "my_drafting_team": own_team,
        "may_pick": own_team is not None or viewer.is_staff,
        "sees_cards": may_see_cards(viewer, room.draft.card_set),
        "now": timezone.now(),
        **more,
    }
