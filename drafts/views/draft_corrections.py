"""Undo the last pick, correct an earlier pick, or rescind a pick (T0.18), each after a preview."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from core.read_snapshot import read_snapshot
from drafts.models import Ballpark, Pick
from drafts.queries.pool import PoolCard, search
from drafts.queries.published import selection_name
from drafts.queries.room import Room
from drafts.services.corrections import Correction, correct_pick, plan_correction
from drafts.services.rescinding import plan_rescission, rescind_pick
from drafts.services.selections import Selection
from drafts.services.undoing import picks_to_undo, undo_last_pick
from drafts.views.draft_room import (
    add_message,
    parse_row_number,
    parse_selection,
    room_context,
    room_or_404,
    team_or_403,
)
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.models import Tournament

MAX_SHOWN = 12


@require_http_methods(["GET", "POST"])
@tournament_view(roles="staff")
def undo(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Preview and undo the last pick, including the picks undone with it."""
    refusal = None
    if request.method == "POST":
        try:
            changes = undo_last_pick(
                draft_id=room_or_404(tournament, division_id).draft.pk,
                actor=actor_of(viewer),
                version=parse_row_number(request.POST.get("version")),
                reason=request.POST.get("reason", "").strip()[:500],
            )
        except Refused as fault:
            refusal = fault
        else:
            add_message(request, f"{changes[-1].label} undone: {changes[-1].team_name} is on the clock again.")
            return redirect("draft_dashboard", tournament.slug, division_id)
    return _undo_page(request, tournament, division_id, viewer, refusal)


@read_snapshot()
def _undo_page(
    request: HttpRequest, tournament: Tournament, division_id: int, viewer: Viewer, refusal: Refused | None
) -> HttpResponse:
    room = room_or_404(tournament, division_id)
    trail = [(room.label(pick.overall), pick, selection_name(room, pick)) for pick in picks_to_undo(room)]
    context = {**room_context(room, viewer), "trail": trail, "refusal": refusal}
    return render(request, "drafts/draft_undo.html", context, status=409 if refusal else 200)


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def correct(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Choose a new selection for a pick, preview the changes, and enter the reason."""
    room = room_or_404(tournament, division_id)
    data = request.POST if request.method == "POST" else request.GET
    overall = parse_row_number(data.get("overall")) or 0
    swap = data.get("other") != "open"
    selection = _selection(data)
    refusal: Refused | None = None
    if request.method == "POST":
        try:
            correct_pick(
                draft_id=room.draft.pk,
                overall=overall,
                selection=selection,
                swap=swap,
                actor=actor_of(viewer),
                reason=data.get("reason", "")[:500],
                accept_warnings=data.get("accept") == "1",
                version=parse_row_number(data.get("version")),
            )
        except Refused as fault:
            refusal = fault
        else:
            add_message(request, f"{room.label(overall)} corrected.")
            return redirect("draft_dashboard", tournament.slug, division_id)
    return _correction_page(request, tournament, division_id, viewer, refusal)


@read_snapshot()
def _correction_page(
    request: HttpRequest, tournament: Tournament, division_id: int, viewer: Viewer, refusal: Refused | None
) -> HttpResponse:
    room = room_or_404(tournament, division_id)
    data = request.POST if request.method == "POST" else request.GET
    overall = parse_row_number(data.get("overall")) or 0
    context = {**room_context(room, viewer), **_correction_context(room, overall, data), "refusal": refusal}
    return render(request, "drafts/draft_correct.html", context, status=409 if refusal else 200)


def _selection(data: Any) -> Selection | None:
    """Parse the form's selection. None reopens the pick."""
    return None if data.get("empty") == "1" else parse_selection(data)


def _correction_context(room: Room, overall: int, data: Any) -> dict[str, Any]:
    pick = Pick.objects.filter(draft=room.draft, overall=overall).select_related("park", "team").first()
    plan, fault = _preview(room, overall, data)
    text = data.get("q", "").replace("\0", "")[:60]
    return {
        "pick": pick,
        "pick_name": selection_name(room, pick) if pick else "",
        "label": room.label(overall) if pick else "",
        "plan": plan,
        "fault": fault,
        "data": data,
        "swaps": plan is not None and len(plan.changes) > 1,
        "q": text,
        "players_named": _matching_players(room, text),
        "parks": Ballpark.objects.filter(card_set_id=room.draft.card_set_id, name__icontains=text)[:MAX_SHOWN]
        if text
        else [],
    }


def _preview(room: Room, overall: int, data: Any) -> tuple[Correction | None, Refused | None]:
    """Return the correction's preview or the refusal. Both are None if nothing is selected."""
    if not any(data.get(name) for name in ("card", "park", "design", "empty")):
        return None, None
    try:
        return plan_correction(room, overall, _selection(data), swap=data.get("other") != "open"), None
    except Refused as fault:
        return None, fault


def _matching_players(room: Room, text: str) -> list[tuple[PoolCard, str]]:
    """Return the players whose name matches, each with the pick that used the player, if any."""
    if not text:
        return []
    picks = Pick.objects.filter(draft=room.draft, card__isnull=False)
    turn_by_card = dict(picks.values_list("card_id", "overall"))
    players = []
    for card in search(room.pool, text=text, eligible_only=True)[:MAX_SHOWN]:
        turn = turn_by_card.get(card.id)
        players.append((card, room.label(turn) if turn else ""))
    return players


@require_http_methods(["GET", "POST"])
@tournament_view(roles="drafter")
def rescind(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    room = room_or_404(tournament, division_id)
    data = request.POST if request.method == "POST" else request.GET
    team = team_or_403(room, viewer, data.get("team"))
    refusal = None
    if request.method == "POST":
        try:
            rescission = rescind_pick(
                draft_id=room.draft.pk,
                team_id=team.pk,
                actor=actor_of(viewer.drafting_for(team.pk)),
                overall=parse_row_number(data.get("overall")),
            )
        except Refused as fault:
            refusal = fault
        else:
            add_message(
                request, f"{rescission.name} has been rescinded. Teams that have picked since then choose first."
            )
            return redirect("draft_pick", tournament.slug, division_id)
    return _rescission_page(request, tournament, division_id, viewer, team.pk, refusal)


@read_snapshot()
def _rescission_page(
    request: HttpRequest,
    tournament: Tournament,
    division_id: int,
    viewer: Viewer,
    team_id: int,
    refusal: Refused | None,
) -> HttpResponse:
    room = room_or_404(tournament, division_id)
    team = team_or_403(room, viewer, str(team_id))
    plan = plan_rescission(room, team.pk)
    turns = [(room.label(turn), turn, room.team_at(turn)) for turn in plan.turns]
    context = {**room_context(room, viewer), "team": team, "plan": plan, "turns": turns, "refusal": refusal}
    return render(request, "drafts/draft_rescind.html", context, status=409 if refusal else 200)
