"""Pages for making picks on a phone or from the dashboard: the list, the confirmation and the pick itself."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from core.addresses import page_address
from core.errors import Refused
from core.read_snapshot import read_snapshot
from drafts.models import Draft
from drafts.queries.board import find_division_room
from drafts.queries.choosing import Filters, parse_filters, pick_label_by_card, queued_picks
from drafts.queries.guarding import guard_line, roster_outlook, undrafted_kinds
from drafts.queries.list_tables import PickLinks
from drafts.queries.published import clock_facts
from drafts.queries.room import Room
from drafts.queries.roster import build_team_draft
from drafts.queries.roster_fit import roster_diamond
from drafts.queries.rosters import build_roster
from drafts.queries.scouting import scouting_by_card
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
from drafts.views.pick_list import pick_list_context
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.action_log.writing import actor_of
from tournaments.models import Team, Tournament
from tournaments.queries.notice_channels import channels_for
from tournaments.views.answers import redirect_or_json


@require_safe
@tournament_view(roles="drafter")
def pick_page(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Show the players and ballparks to pick or queue, for managers and for the director."""
    newest = newest_number(tournament.pk)
    division, room = find_division_room(tournament, division_id)
    if division is None:
        raise Http404
    if room is None:
        return redirect("draft", tournament.slug)  # that page says that the draft is not set up
    team = team_or_403(room, viewer, request.GET.get("team"))
    filters = parse_filters(request.GET)
    drafted = pick_label_by_card(room)
    team_context = _team_context(room, viewer, team, drafted)
    team_context["team_query"] = _team_query(request, viewer, team)
    context = {
        **room_context(room, viewer),
        **team_context,
        **_list_context(room, viewer, team_context, filters, drafted),
        "newest": newest,
        "clock": clock_facts(room),
    }
    return render(request, "drafts/draft_pick.html", context)


@require_safe
@tournament_view(roles="drafter")
def my_turn(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> JsonResponse:
    """Return the data that lets a manager's pages announce a pick.

    The data contains the team, draft, clock, pick page and channels.
    """
    team_id = viewer.drafts_for
    division_id = Team.objects.filter(pk=team_id or 0).values_list("division_id", flat=True).first()
    _, room = find_division_room(tournament, division_id or 0)
    channels = {kind: sorted(chosen) for kind, chosen in channels_for(viewer.access_id).items()}
    facts = {"team": team_id, "draft": None, "pick": "", "clock": None, "channels": channels}
    if room is not None:
        pick_address = reverse("draft_pick", args=[tournament.slug, division_id])
        facts |= {"draft": division_id, "pick": pick_address, "clock": clock_facts(room)}
    return JsonResponse(facts)


def _team_query(request: HttpRequest, viewer: Viewer, team: Team) -> str:
    """Return the team parameter for the page's own links, or "" if the director follows the clock."""
    if viewer.is_staff and parse_row_number(request.GET.get("team")) is None:
        return ""
    return f"team={team.pk}&"


def _turns_to_make(room: Room, viewer: Viewer, team: Team) -> list[int]:
    """Return the team's picks that the viewer can make now. While the draft is paused, only staff can pick."""
    can_pick = room.draft.state == Draft.State.RUNNING or viewer.is_staff
    return room.open_turns_of(team.pk) if can_pick else []


def _turn_note(room: Room, viewer: Viewer, team: Team, turns: Sequence[int]) -> str:
    """Return a note on whether the team is on the clock, or "" before and after the draft."""
    if not room.draft.is_on:
        return ""
    if team.pk != viewer.drafts_for:
        return "" if turns else f"{team.name} is not on the clock"
    return "Your turn" if turns else "Not your turn"


def _team_context(room: Room, viewer: Viewer, team: Team, drafted: Mapping[int, str]) -> dict[str, Any]:
    picks = room.picks_of(team.pk)
    team_draft = build_team_draft(room, picks)
    turns = _turns_to_make(room, viewer, team)
    rescission = plan_rescission(room, team.pk, picks)
    outlook = None
    if team_draft.turns_left:
        outlook = roster_outlook(room, team_draft, undrafted_kinds(room, drafted))
    roster = build_roster(room, team_draft)
    return {
        "team": team,
        "may_rescind": rescission.name if rescission.ruling else "",
        "team_draft": team_draft,
        "turns": [(overall, room.label(overall)) for overall in turns],
        "turn": turns[0] if turns else None,
        "turn_label": room.label(turns[0]) if turns else "",
        "turn_note": _turn_note(room, viewer, team, turns),
        "is_to_pick": bool(turns),
        "keeps": bool(turns) and room.may_keep and turns[-1] == room.on_the_clock,
        "outlook": outlook,
        "guard": guard_line(room, outlook) if outlook is not None else None,
        "diamond": roster_diamond(roster, outlook),
        "cover": roster.cover,
        "queue": queued_picks(room, team.pk, drafted),
    }


def _list_context(
    room: Room, viewer: Viewer, team_context: Mapping[str, Any], filters: Filters, drafted: Mapping[int, str]
) -> dict[str, Any]:
    division = room.draft.division
    slug = division.tournament.slug
    team = team_context["team"]
    is_own = team.pk == viewer.team_id
    confirm_page = page_address("draft_confirm", slug, division.pk)
    return pick_list_context(
        room,
        filters,
        drafted,
        links=PickLinks(
            confirm_page, team.pk, team_context["turn"], room.draft.is_on, ("draft_player", slug, division.pk)
        ),
        outlook=team_context["outlook"],
        list_action=reverse("draft_queue", args=[slug, division.pk]),
        team_query=team_context["team_query"],
        scouting=scouting_by_card(team.pk) if is_own else None,
    )


@require_safe
@tournament_view(roles="drafter")
def confirm(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Show the player's statistics, the rulings on the pick, and the button to confirm the pick."""
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
    turns = _turns_to_make(room, viewer, team)
    turn = parse_row_number(data.get("overall"))
    if turn not in turns:
        turn = turns[0] if turns else None
    choice, refusal = _find_and_check_choice(room, team, turn, data, refusal)
    clock = clock_facts(room)
    is_on_clock = clock["on_clock"] and clock["on_clock"]["team"] == team.pk
    follows_clock = viewer.is_staff and is_on_clock
    context = {
        **room_context(room, viewer),
        "newest": newest,
        "team": team,
        "turn": turn,
        "turn_label": room.label(turn) if turn else "",
        "turn_note": _turn_note(room, viewer, team, turns),
        "choice": choice,
        "line": statistics_line(choice.card) if choice and choice.card else "",
        "data": data,
        "refusal": refusal,
        "back_query": "" if follows_clock else f"?team={team.pk}",
        "may_override": viewer.is_director and refusal is not None and refusal.field == "guard",
        "clock": clock,
    }
    return render(request, "drafts/draft_confirm.html", context, status=status)


def _find_and_check_choice(
    room: Room, team: Team, turn: int | None, data: QueryDict, refusal: Refused | None
) -> tuple[TurnChoice | None, Refused | None]:
    """Return the requested choice and the reason why it isn't possible, if any. An earlier refusal takes precedence."""
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
    """Make the confirmed pick, or show the confirmation page again with the refusal."""
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
    outcome = "was already picked" if made.is_repeat else "picked"
    add_message(request, f"{made.label}: {made.name} {outcome} for {team.name}.")
    return redirect_or_json(request, _list_address(room, viewer, team))


@require_POST
@tournament_view(roles="drafter")
def keep(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Confirm the selection of a pick reopened by a rescission (T0.18)."""
    room = room_or_404(tournament, division_id)
    team = team_or_403(room, viewer, request.POST.get("team"))
    try:
        actor = actor_of(viewer.drafting_for(team.pk))
        made = keep_pick(draft_id=room.draft.pk, team_id=team.pk, actor=actor, made_by=pick_maker(viewer, team))
    except Refused as refusal:
        add_refusal(request, refusal)
    else:
        add_message(request, f"{made.label}: {team.name} keeps {made.name}.")
    return redirect(_list_address(room, viewer, team))


def _list_address(room: Room, viewer: Viewer, team: Team) -> str:
    """Return the list's URL. It includes the team if a manager also drafts for a different team."""
    page = page_address("draft_pick", room.draft.division.tournament.slug, room.draft.division_id)
    if viewer.is_staff or team.pk == viewer.drafts_for:
        return page
    return f"{page}?team={team.pk}"
