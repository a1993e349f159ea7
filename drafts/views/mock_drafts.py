"""Pages for a manager's mock draft. Only the team's own manager can open them."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from core.addresses import page_address
from core.errors import Refused
from drafts.forms.mock_drafts import MockDraftForm
from drafts.models import CardSet
from drafts.queries.choosing import parse_filters, pick_label_by_card
from drafts.queries.guarding import guard_line, roster_outlook, undrafted_kinds
from drafts.queries.list_tables import PickLinks
from drafts.queries.mock_drafts import MockRoom, load_mock_draft, load_mock_room, most_teams, proposed_card_set
from drafts.queries.roster import load_team_draft
from drafts.queries.roster_fit import roster_diamond
from drafts.queries.rosters import build_roster
from drafts.queries.scouting import scouting_by_card
from drafts.services.mock_drafts import (
    delete_mock_draft,
    let_program_make_mock_pick,
    make_mock_pick,
    queue_mock_picks,
    start_mock_draft,
    undo_mock_pick,
)
from drafts.views.draft_room import add_message, add_refusal, own_team_or_403, parse_row_number, parse_selection
from drafts.views.pick_list import pick_list_context
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import show_refusal
from tournaments.models import Team, Tournament


@require_safe
@tournament_view(roles="manager")
def mock_draft(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Show the mock draft with the players to pick, or the form to start a new mock draft."""
    team = own_team_or_403(tournament, viewer, team_id)
    mock = load_mock_draft(team.pk)
    if mock is None:
        return _start_page(request, tournament, team)
    room = load_mock_room(mock)
    context = {
        "team": team,
        "room": room,
        "other_card_set": mock.card_set != proposed_card_set(tournament, team),
        **_roster_context(room),
        "latest": room.latest(),
    }
    outlook = context["outlook"]
    turn = room.on_the_clock
    links = PickLinks("", room.own_team.pk, turn, room.is_own_turn, ("my_player", tournament.slug, team.pk))
    pick_address = page_address("mock_pick", tournament.slug, team.pk)
    pick_labels = pick_label_by_card(room)
    filters = parse_filters(request.GET)
    scouting = scouting_by_card(team.pk)
    context |= pick_list_context(
        room, filters, pick_labels, links=links, outlook=outlook, list_action=pick_address, scouting=scouting
    )
    return render(request, "drafts/mock_draft.html", {**context, "may_design": False})


def _roster_context(room: MockRoom) -> dict[str, Any]:
    team_draft = load_team_draft(room, room.own_team.pk)
    turn = room.on_the_clock
    outlook = None
    if team_draft.turns_left:
        outlook = roster_outlook(room, team_draft, undrafted_kinds(room, pick_label_by_card(room)))
    roster = build_roster(room, team_draft)
    return {
        "team_draft": team_draft,
        "turn": turn,
        "turn_label": room.label(turn) if turn else "",
        "outlook": outlook,
        "guard": guard_line(room, outlook) if outlook is not None else None,
        "diamond": roster_diamond(roster, outlook),
        "cover": roster.cover,
    }


def _start_page(
    request: HttpRequest, tournament: Tournament, team: Team, form: MockDraftForm | None = None
) -> HttpResponse:
    card_set = proposed_card_set(tournament, team)
    if card_set is not None and form is None:
        form = MockDraftForm(most_teams=most_teams(card_set, tournament), initial=_initial(tournament, team, card_set))
    context = {"team": team, "card_set": card_set, "form": form}
    status = 422 if form is not None and form.errors else 200
    return render(request, "drafts/mock_draft_start.html", context, status=status)


def _initial(tournament: Tournament, team: Team, card_set: CardSet) -> dict[str, int]:
    """Return the size of the team's division and the team's draft position, if known."""
    smallest = tournament.profile.division.smallest
    in_division = Team.objects.filter(division_id=team.division_id).count() if team.division_id else 0
    teams = min(max(in_division, smallest), most_teams(card_set, tournament))
    return {"team_count": teams, "position": min(team.slot or 1, max(teams, 1))}


@require_POST
@tournament_view(roles="manager")
def start(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Start a mock draft, replacing any earlier mock draft."""
    team = own_team_or_403(tournament, viewer, team_id)
    card_set = proposed_card_set(tournament, team)
    form = MockDraftForm(request.POST, most_teams=most_teams(card_set, tournament) if card_set else 0)
    if form.is_valid():
        try:
            start_mock_draft(tournament=tournament, team=team, **form.cleaned_data)
        except Refused as refused:
            show_refusal(form, refused)
        else:
            return redirect("mock_draft", tournament.slug, team.pk)
    return _start_page(request, tournament, team, form)


@require_POST
@tournament_view(roles="manager")
def pick(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Make the manager's pick, then autopick up to the manager's next pick."""
    team = own_team_or_403(tournament, viewer, team_id)
    overall = parse_row_number(request.POST.get("overall"))
    filters = parse_filters(QueryDict(request.POST.get("back", "")[:300]))
    try:
        name = make_mock_pick(team_id=team.pk, selection=parse_selection(request.POST), overall=overall)
    except Refused as refused:
        add_refusal(request, refused)
        query = filters.address()
    else:
        add_message(request, f"You picked {name}.")
        query = filters.address(q="", more="")
    return redirect(f"{page_address('mock_draft', tournament.slug, team.pk)}?{query}")


_STEPS: dict[str, Callable[..., None]] = {
    "undo": undo_mock_pick,
    "program": let_program_make_mock_pick,
    "finish": partial(let_program_make_mock_pick, all_turns=True),
    "restart": delete_mock_draft,
}


@require_POST
@tournament_view(roles="manager")
def step(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Undo the last pick, autopick once, autopick the rest, or start over."""
    team = own_team_or_403(tournament, viewer, team_id)
    action = _STEPS.get(request.POST.get("step", ""))
    if action is not None:
        try:
            action(team_id=team.pk)
        except Refused as refused:
            add_refusal(request, refused)
    return redirect("mock_draft", tournament.slug, team.pk)


@require_POST
@tournament_view(roles="manager")
def queue(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Copy the manager's mock picks to the real draft's queue."""
    team = own_team_or_403(tournament, viewer, team_id)
    replace = request.POST.get("replace") == "1"
    try:
        added = queue_mock_picks(tournament=tournament, team=team, actor=actor_of(viewer), replace=replace)
    except Refused as refused:
        add_refusal(request, refused)
    else:
        add_message(request, f"{added} of your picks are now in the queue.")
    return redirect("mock_draft", tournament.slug, team.pk)
