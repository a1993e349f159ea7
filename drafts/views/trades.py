"""Pages for trades between two managers. Managers see only their own team's trades."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.errors import Refused
from drafts.models import Trade
from drafts.queries.room import Room
from drafts.queries.trades import (
    closed_trades,
    items_in_words,
    may_trade_now,
    open_trades,
    room_for_trades,
    teams_after_trade,
    tradable_items,
    trade_partners,
    turns_of,
)
from drafts.services.trading import accept_trade, check_offer, close_trade, offer_trade
from drafts.services.turns import find_team
from drafts.views.draft_room import add_message, add_refusal, own_team_or_403, parse_row_number
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.models import Team, Tournament

_MOST_CHOSEN = 60


@require_safe
@tournament_view(roles="manager")
def trades(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Show the team's open offers with their effects, and the closed offers."""
    team = own_team_or_403(tournament, viewer, team_id)
    room = room_for_trades(team)
    context: dict[str, Any] = {"team": team, "room": room, "may_trade": room is not None and may_trade_now(room)}
    if room is not None and room.teams:
        context["open_trades"] = [_described(room, trade) for trade in open_trades(team.pk)]
        context["closed_trades"] = [_described(room, trade) for trade in closed_trades(team.pk)]
        context["partners"] = trade_partners(room, team)
    return render(request, "drafts/trades.html", context)


def _described(room: Room, trade: Trade) -> dict[str, Any]:
    offered, requested = trade.offered, trade.requested
    after = []
    if trade.state == Trade.State.OPEN:
        after = teams_after_trade(room, trade.team, trade.partner, turns_of(offered), turns_of(requested))
    return {
        "trade": trade,
        "offered": items_in_words(room, offered),
        "requested": items_in_words(room, requested),
        "after": after,
    }


@require_http_methods(["GET", "POST"])
@tournament_view(roles="manager")
def new_trade(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Choose the picks from both teams, preview the trade, and offer it."""
    team = own_team_or_403(tournament, viewer, team_id)
    room = room_for_trades(team)
    data = request.POST if request.method == "POST" else request.GET
    partner = find_team(room, parse_row_number(data.get("partner")) or 0) if room else None
    if room is None or partner is None or partner.pk == team.pk:
        return redirect("trades", tournament.slug, team.pk)
    offered, requested = _chosen(request, "offered"), _chosen(request, "requested")
    context = {
        "team": team,
        "partner": partner,
        "columns": [
            ("offered", team, tradable_items(room, team.pk), offered),
            ("requested", partner, tradable_items(room, partner.pk), requested),
        ],
    }
    if request.method == "GET":
        return render(request, "drafts/new_trade.html", context)
    try:
        own_items, partner_items = check_offer(room, team, partner, offered, requested)
        if "confirm" in request.POST:
            offer_trade(team=team, partner_id=partner.pk, offered=offered, requested=requested, actor=actor_of(viewer))
            add_message(request, f"The trade has been offered to {partner.name}.")
            return redirect("trades", tournament.slug, team.pk)
    except Refused as refused:
        return render(request, "drafts/new_trade.html", {**context, "refused": refused}, status=409)
    context["offered"] = [item.in_words for item in own_items]
    context["requested"] = [item.in_words for item in partner_items]
    context["after"] = teams_after_trade(room, team, partner, offered, requested)
    return render(request, "drafts/new_trade.html", context)


def _chosen(request: HttpRequest, name: str) -> list[int]:
    numbers = [parse_row_number(text) for text in request.POST.getlist(name)[:_MOST_CHOSEN]]
    return [number for number in numbers if number is not None]


@require_POST
@tournament_view(roles="manager")
def answer_trade(request: HttpRequest, tournament: Tournament, viewer: Viewer, team_id: int) -> HttpResponse:
    """Accept or decline an offer, or withdraw the team's own offer."""
    team: Team = own_team_or_403(tournament, viewer, team_id)
    actor = actor_of(viewer)
    accepted = parse_row_number(request.POST.get("accept"))
    closed = parse_row_number(request.POST.get("close"))
    try:
        if accepted is not None:
            trade = accept_trade(team=team, trade_id=accepted, actor=actor)
            add_message(request, f"You have traded with {trade.team.name}.")
        elif closed is not None:
            trade = close_trade(team=team, trade_id=closed, actor=actor)
            add_message(request, f"The offer has been {trade.get_state_display().lower()}.")
    except Refused as refused:
        add_refusal(request, refused)
    return redirect("trades", tournament.slug, team.pk)
