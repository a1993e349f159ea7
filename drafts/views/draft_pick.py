"""Pages to pick on the phone or at the desk: the list, the confirmation and the pick itself."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from core.addresses import page_address
from core.errors import Refused
from core.read_snapshot import read_snapshot
from core.tables import Order
from drafts.models import Draft
from drafts.queries.board import find_division_room
from drafts.queries.choosing import POSITIONS as FILTER_POSITIONS
from drafts.queries.choosing import (
    Filters,
    lines,
    may_design,
    park_lines,
    parse_filters,
    pick_label_by_card,
    queued_picks,
    role_filters,
)
from drafts.queries.guarding import guard_line, roster_outlook, undrafted_kinds
from drafts.queries.list_tables import PickLinks, filled_list, filled_parks, statistics_for_role
from drafts.queries.published import clock_facts
from drafts.queries.room import Room
from drafts.queries.roster import load_team_draft
from drafts.queries.roster_fit import roster_diamond
from drafts.queries.rosters import build_roster
from drafts.queries.statistics import statistics_line
from drafts.services.drafting import keep_pick, make_pick
from drafts.services.rescinding import plan_rescission
from drafts.services.selections import check_selection, find_choice
from drafts.services.turns import TurnChoice, pick_maker
from drafts.views.draft_room import (
    add_message,
    add_refusal,
    parse_row_number,
    parse_selection,
    room_context,
    room_or_404,
    team_or_403,
)
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.models import Team, Tournament
from tournaments.views.answers import redirect_or_json


@require_safe
@tournament_view(roles="drafter")
def pick_page(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Search, filter, sort; pick or queue. The same page for the manager's phone and the director's desk."""
    newest = newest_number(tournament.pk)
    division, room = find_division_room(tournament, division_id)
    if division is None:
        raise Http404
    if room is None:
        return redirect("draft", tournament.slug)  # it says that the draft is not set up
    team = team_or_403(room, viewer, request.GET.get("team"))
    filters = parse_filters(request.GET)
    gone = pick_label_by_card(room)
    of_team = _team_context(room, team, gone)
    of_team["team_query"] = _team_query(request, viewer, team)
    of_list = _list_context(room, of_team, filters, gone)
    context = {**room_context(room, viewer), **of_team, **of_list}
    clock = clock_facts(room)
    is_to_pick = bool(context["turn"]) and (clock["state"] == Draft.State.RUNNING or viewer.is_staff)
    more = {"newest": newest, "clock": clock, "is_to_pick": is_to_pick}
    return render(request, "drafts/draft_pick.html", {**context, **more})


@require_safe
@tournament_view(roles="drafter")
def my_turn(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> JsonResponse:
    """What a manager's pages must know to call him: his team, the clock of its draft, and where he picks."""
    mine = viewer.drafts_for
    division = Team.objects.filter(pk=mine or 0).values_list("division_id", flat=True).first()
    _, room = find_division_room(tournament, division or 0)
    if room is None:
        return JsonResponse({"team": mine, "draft": None, "pick": "", "clock": None})
    pick = reverse("draft_pick", args=[tournament.slug, division])
    return JsonResponse({"team": mine, "draft": division, "pick": pick, "clock": clock_facts(room)})


def _team_query(request: HttpRequest, viewer: Viewer, team: Team) -> str:
    """Return the team part of the page's own links, or "" if the desk follows the clock."""
    return "" if viewer.is_staff and parse_row_number(request.GET.get("team")) is None else f"team={team.pk}&"


def _team_context(room: Room, team: Team, gone: Mapping[int, str]) -> dict[str, Any]:
    team_draft = load_team_draft(room, team.pk)
    turns = room.open_turns_of(team.pk)
    rescission = plan_rescission(room, team.pk)
    look = roster_outlook(room, team_draft, undrafted_kinds(room, gone)) if team_draft.turns_left else None
    roster = build_roster(room, team_draft)
    return {
        "team": team,
        "may_rescind": rescission.name if rescission.ruling else "",
        "team_draft": team_draft,
        "turns": [(overall, room.label(overall)) for overall in turns],
        "turn": turns[0] if turns else None,
        "turn_label": room.label(turns[0]) if turns else "",
        "keeps": bool(turns) and room.may_keep and turns[-1] == room.on_the_clock,
        "look": look,
        "guard": guard_line(room, look) if look is not None else None,
        "diamond": roster_diamond(roster, look),
        "cover": roster.cover,
        "queue": queued_picks(room, team.pk, gone),
    }


def _list_context(room: Room, of_team: Mapping[str, Any], filters: Filters, gone: Mapping[int, str]) -> dict[str, Any]:
    context: dict[str, Any] = {"filters": filters, "roles": role_filters(room), "positions": FILTER_POSITIONS}
    division = room.draft.division
    team, confirm = of_team["team"].pk, page_address("draft_confirm", division.tournament.slug, division.pk)
    picking = PickLinks(confirm, team, of_team["turn"], room.draft.is_on)
    if filters.role == "parks":
        return {**context, "parks": filled_parks(park_lines(room, picking)), "may_design": may_design(room)}
    shown, matching = lines(room, filters, gone, picking, of_team["look"])
    order = Order(filters.sorted_by, lambda sort: f"?{of_team['team_query']}{filters.address(sort=sort, more='')}")
    return {
        **context,
        "players": filled_list(shown, filters.role, order),
        "matching": matching,
        "statistics": statistics_for_role(filters.role),
        "more_address": filters.address(more=filters.more + 1) if matching > len(shown) else "",
    }


@require_safe
@tournament_view(roles="drafter")
def confirm(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Show the player's statistics, the rulings on the pick and the button that makes it."""
    newest = newest_number(tournament.pk)
    room = room_or_404(tournament, division_id)
    team = team_or_403(room, viewer, request.GET.get("team"))
    return _confirm_page(request, room, viewer, team, newest=newest, status=200)


def _confirm_page(
    request: HttpRequest,
    room: Room,
    viewer: Viewer,
    team: Team,
    *,
    status: int,
    refusal: Refused | None = None,
    newest: int = 0,
) -> HttpResponse:
    data = request.POST if request.method == "POST" else request.GET
    turns = room.open_turns_of(team.pk)
    turn = parse_row_number(data.get("overall"))
    turn = turn if turn in turns else turns[0] if turns else None
    choice, refusal = _judged(room, team, turn, data, refusal)
    clock = clock_facts(room)
    follows_clock = viewer.is_staff and clock["on_clock"] and clock["on_clock"]["team"] == team.pk
    context = {
        **room_context(room, viewer),
        "newest": newest,
        "team": team,
        "turn": turn,
        "turn_label": room.label(turn) if turn else "",
        "choice": choice,
        "line": statistics_line(choice.card) if choice and choice.card else "",
        "data": data,
        "refusal": refusal,
        "back_query": "" if follows_clock else f"?team={team.pk}",
        "may_override": viewer.is_director and refusal is not None and refusal.field == "guard",
        "clock": clock,
    }
    return render(request, "drafts/draft_confirm.html", context, status=status)


def _judged(
    room: Room, team: Team, turn: int | None, data: QueryDict, refusal: Refused | None
) -> tuple[TurnChoice | None, Refused | None]:
    """What is asked for and why it may not be; a refusal already given comes first."""
    try:
        choice = find_choice(room, parse_selection(data))
    except Refused as fault:
        return None, refusal or fault
    if turn is None or refusal is not None:
        return choice, refusal
    try:
        check_selection(room, team, turn, choice)
    except Refused as fault:
        return choice, fault
    return choice, None


@require_POST
@tournament_view(roles="drafter")
def pick(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Make the pick that was confirmed. A refusal comes back to the same step with its reason."""
    room = room_or_404(tournament, division_id)
    team = team_or_403(room, viewer, request.POST.get("team"))
    try:
        made = make_pick(
            draft_id=room.draft.pk,
            team_id=team.pk,
            selection=parse_selection(request.POST),
            actor=actor_of(viewer.drafting_for(team.pk)),
            made_by=pick_maker(viewer, team),
            overall=parse_row_number(request.POST.get("overall")),
            override=request.POST.get("override", "")[:500] if viewer.is_director else "",
        )
    except Refused as refusal:
        with read_snapshot():
            room = room_or_404(tournament, division_id)
            return _confirm_page(request, room, viewer, team, status=409, refusal=refusal)
    done = "was picked already" if made.is_repeat else "picked"
    add_message(request, f"{made.label}: {made.name} {done} for {team.name}.")
    return redirect_or_json(request, _list_of(room, viewer, team))


@require_POST
@tournament_view(roles="drafter")
def keep(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """T0.18: let a selection stand that was made after a rescinded pick."""
    room = room_or_404(tournament, division_id)
    team = team_or_403(room, viewer, request.POST.get("team"))
    try:
        actor = actor_of(viewer.drafting_for(team.pk))
        made = keep_pick(draft_id=room.draft.pk, team_id=team.pk, actor=actor, made_by=pick_maker(viewer, team))
    except Refused as refusal:
        add_refusal(request, refusal)
    else:
        add_message(request, f"{made.label}: {team.name} keeps {made.name}.")
    return redirect(_list_of(room, viewer, team))


def _list_of(room: Room, viewer: Viewer, team: Team) -> str:
    """The address of the list, of this team where he drafts for another beside his own."""
    page = page_address("draft_pick", room.draft.division.tournament.slug, room.draft.division_id)
    return page if viewer.is_staff or team.pk == viewer.drafts_for else f"{page}?team={team.pk}"
