"""Public draft pages: all divisions, a division's board, pick values, and the big-screen view."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from drafts.models import Draft
from drafts.queries.autodrafting import worth_by_card
from drafts.queries.board import find_division_room, load_board, load_rooms
from drafts.queries.card_set_owners import require_cards
from drafts.queries.comparison import compare_cards
from drafts.queries.draft_value import draft_value
from drafts.queries.position_html import position_badge
from drafts.queries.published import clock_facts
from drafts.queries.roster import team_needs
from drafts.queries.splits import find_splits
from drafts.services.expiry import settle_drafts
from drafts.views.draft_room import room_context, room_or_404
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.events import newest_number
from tournaments.models import Tournament
from tournaments.queries.odds_table import odds_report
from tournaments.views.visitors import cached_for_visitors


@require_safe
@tournament_view()
def drafts(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Show every division's draft: state, team on the clock and progress."""
    newest = newest_number(tournament.pk)
    rooms = [
        {"division": division, "room": room, "clock": clock_facts(room) if room else None}
        for division, room in load_rooms(tournament)
    ]
    odds = odds_report(tournament, viewer, newest)
    page = {"newest": newest, "rooms": rooms, "odds": odds, "are_over": _are_all_finished(rooms)}
    return render(request, "drafts/draft.html", page)


@csrf_exempt  # cached pages have no CSRF token, and this view only does what the clock does anyway
@require_POST
@tournament_view()
def settle_clocks(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    """Enforce expired deadlines. Open pages call this when their clock runs out."""
    settle_drafts(division__tournament=tournament)
    return HttpResponse(status=204)


def _are_all_finished(rooms: Sequence[Mapping[str, Any]]) -> bool:
    drafts = [entry["room"].draft for entry in rooms if entry["room"]]
    return len(drafts) == len(rooms) > 0 and all(draft.state == Draft.State.FINISHED for draft in drafts)


@require_safe
@tournament_view()
@cached_for_visitors
def board(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Show the board with teams as columns and rounds as rows."""
    newest = newest_number(tournament.pk)
    division, room = find_division_room(tournament, division_id)
    if division is None:
        raise Http404
    if room is None:
        return render(request, "drafts/draft_not_open.html", {"newest": newest, "division": division})
    draft_board = load_board(room)
    return render(
        request,
        "drafts/draft_board.html",
        {**room_context(room, viewer), "newest": newest, "board": draft_board, "clock": draft_board.clock},
    )


@require_safe
@tournament_view(roles="drafter")
def player(
    request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int, card_id: int
) -> HttpResponse:
    """Show a player's card: statistics, ratings and splits. The pick page opens it in a panel."""
    room = room_or_404(tournament, division_id)
    card = room.cards.get(card_id)
    if card is None:
        raise Http404
    worth = worth_by_card(room.pool, len(room.teams)).get(card.id)
    context = {
        **room_context(room, viewer),
        "card": card,
        "badge": position_badge(card.label),
        "facts": compare_cards([card], [worth]),
        "splits": find_splits(card),
    }
    return render(request, "drafts/draft_player.html", context)


@require_safe
@tournament_view()
@cached_for_visitors
def value(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Show the value of picks relative to their draft slots, with steals and reaches."""
    newest = newest_number(tournament.pk)
    room = room_or_404(tournament, division_id)
    require_cards(viewer, room.draft.card_set)
    page = {**room_context(room, viewer), "newest": newest, "value": draft_value(room)}
    return render(request, "drafts/draft_value.html", page)


@require_safe
@tournament_view()
@cached_for_visitors
def big_screen(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Show the clock, the latest picks and the last rounds on a big screen. `?rounds=all` shows every round."""
    newest = newest_number(tournament.pk)
    room = room_or_404(tournament, division_id)
    draft_board = load_board(room, latest=3)
    shows_all = request.GET.get("rounds") == "all"
    page = {
        "newest": newest,
        "board": draft_board,
        "clock": draft_board.clock,
        "shows_all": shows_all,
        "rows": draft_board.rows if shows_all else draft_board.last_rounds(),
        "needs": team_needs(room, draft_board.picks),
    }
    return render(request, "drafts/draft_big_screen.html", {**room_context(room, viewer), **page})
