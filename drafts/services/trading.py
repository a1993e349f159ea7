"""Trade picks and players. A manager offers and a partner accepts. Only these two see the offer."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from django.utils import timezone

from core.errors import Refused
from drafts.models import Draft, Pick, Trade
from drafts.queries.pick_table import cell_update
from drafts.queries.published import public_update
from drafts.queries.room import Room, draft_with_division, load_room
from drafts.queries.trades import (
    TradeItem,
    items_in_words,
    room_for_trades,
    teams_after_trade,
    tradable_items,
    trade_partners,
    turns_of,
)
from drafts.refusals import TradeRefusal
from drafts.services.corrections import require_unplayed
from drafts.services.program import run_automatic_turns
from drafts.services.turns import find_team, log_subject, pick_facts, restart_clock, save_draft
from rules_engine.rulings import refuse
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Action, Team, Tournament

MOST_OFFERS: Final = 20

Stored = Sequence[dict[str, Any]]


def check_offer(
    room: Room, team: Team, partner: Team | None, offered: Collection[int], requested: Collection[int]
) -> tuple[list[TradeItem], list[TradeItem]]:
    """Return both teams' picks in a trade.

    Raises:
        Refused: Trades aren't possible now, a pick belongs to a different team, or the numbers differ (T0.02).
    """
    _require_trades(room)
    if partner is None or partner not in trade_partners(room, team):
        raise Refused(TradeRefusal.NO_PARTNER, field="partner")
    if not offered or not requested:
        raise Refused(TradeRefusal.NOTHING_CHOSEN, field="offered")
    if len(set(offered)) != len(set(requested)):
        raise Refused(
            TradeRefusal.UNEQUAL, "T0.02", field="offered", offered=len(set(offered)), requested=len(set(requested))
        )
    items = _items_of(room, team, offered), _items_of(room, partner, requested)
    for after in teams_after_trade(room, team, partner, list(offered), list(requested)):
        if after.fault is not None:
            ruling = refuse(TradeRefusal.COUNTS, after.fault.rule, team=after.team.name, ruling=after.fault)
            raise Refused(ruling, field="offered")
    return items


def _require_trades(room: Room) -> None:
    if not room.draft.trades_allowed:
        raise Refused(TradeRefusal.NOT_ALLOWED)
    if room.draft.reopened:
        raise Refused(TradeRefusal.RESCINDED_FIRST, "T0.18")
    require_unplayed(room)


def _items_of(room: Room, team: Team, turns: Collection[int]) -> list[TradeItem]:
    items = {item.overall: item for item in tradable_items(room, team.pk)}
    for overall in turns:
        if overall not in items:
            label = room.label(overall) if 1 <= overall <= room.total else str(overall)
            raise Refused(TradeRefusal.NOT_YOURS, field="offered", turn=label, team=team.name)
    return [items[overall] for overall in sorted(set(turns))]


def offer_trade(
    *, team: Team, partner_id: int, offered: Collection[int], requested: Collection[int], actor: Actor
) -> Trade:
    """Offer a trade to another manager."""
    with writing(team.tournament_id) as tournament:
        room = _room_of(team)
        partner = find_team(room, partner_id)
        offered_items, requested_items = check_offer(room, team, partner, offered, requested)
        assert partner is not None  # already checked with the offer
        if Trade.objects.filter(team=team, state=Trade.State.OPEN).count() >= MOST_OFFERS:
            raise Refused(TradeRefusal.TOO_MANY_OFFERS, most=MOST_OFFERS)
        trade = Trade.objects.create(
            draft=room.draft,
            team=team,
            partner=partner,
            offered=[item.stored for item in offered_items],
            requested=[item.stored for item in requested_items],
        )
        _record(tournament, actor, trade, Verb.OFFER_TRADE, f"{team.name} offers {trade.partner.name} a trade")
        return trade


def accept_trade(*, team: Team, trade_id: int, actor: Actor) -> Trade:
    """Accept a trade offered to a team. The picks change hands immediately.

    Raises:
        Refused: The trade is no longer open or possible.
    """
    with writing(team.tournament_id) as tournament:
        room = _room_of(team)
        trade = Trade.objects.select_related("team", "partner").filter(pk=trade_id, partner=team).first()
        _require_open(trade)
        assert trade is not None
        offering = find_team(room, trade.team_id)
        if offering is None:
            raise Refused(TradeRefusal.NOT_OPEN)
        offered_items, requested_items = check_offer(
            room, team, offering, turns_of(trade.requested), turns_of(trade.offered)
        )
        _require_same(room, trade.requested, offered_items)
        _require_same(room, trade.offered, requested_items)
        before, picks = _give(room, {**_owners(trade.offered, team), **_owners(trade.requested, offering)})
        trade.state = Trade.State.ACCEPTED
        trade.answered_at = timezone.now()
        trade.save(update_fields=["state", "answered_at"])
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.ACCEPT_TRADE,
            subject=log_subject(room.draft),
            sentence=_trade_sentence(room, trade),
            before={"picks": before},
            after={"trade": trade.pk, "picks": [pick_facts(pick) for pick in picks]},
            public=public_update(room, [cell_update(room, pick) for pick in picks]),
        )
        run_automatic_turns(room, tournament)
        return trade


def close_trade(*, team: Team, trade_id: int, actor: Actor) -> Trade:
    """Decline a trade offered to a team, or withdraw the team's own offer."""
    with writing(team.tournament_id) as tournament:
        trade = Trade.objects.select_related("team", "partner").filter(pk=trade_id).first()
        if trade is None or team.pk not in (trade.team_id, trade.partner_id):
            raise Refused(TradeRefusal.NO_SUCH_TRADE)
        _require_open(trade)
        is_own = trade.team_id == team.pk
        trade.state = Trade.State.WITHDRAWN if is_own else Trade.State.DECLINED
        trade.answered_at = timezone.now()
        trade.save(update_fields=["state", "answered_at"])
        verb = "withdraws its offer to" if is_own else "declines the offer of"
        other_name = trade.partner.name if is_own else trade.team.name
        _record(tournament, actor, trade, Verb.CLOSE_TRADE, f"{team.name} {verb} {other_name}")
        return trade


def undo_trade(tournament: Tournament, action: Action) -> list[str]:
    """Return a trade's picks to their previous teams, unless any of them has changed since."""
    trade = Trade.objects.select_related("team", "partner").filter(pk=action.after["trade"]).first()
    if trade is None or trade.state != Trade.State.ACCEPTED:
        raise Refused(TradeRefusal.NO_SUCH_TRADE)
    room = load_room(draft_with_division(pk=trade.draft_id))
    require_unplayed(room)
    team, partner = find_team(room, trade.team_id), find_team(room, trade.partner_id)
    if team is None or partner is None:
        raise Refused(TradeRefusal.NO_SUCH_TRADE)
    for stored, owner in ((trade.offered, partner), (trade.requested, team)):
        items = {item.overall: item.stored for item in tradable_items(room, owner.pk)}
        for entry in stored:
            if items.get(entry["overall"]) != entry:
                raise Refused(TradeRefusal.TRADED_SINCE, turn=room.label(entry["overall"]))
    _give(room, {**_owners(trade.offered, team), **_owners(trade.requested, partner)})
    trade.state = Trade.State.UNDONE
    trade.save(update_fields=["state"])
    run_automatic_turns(room, tournament)
    return [f"{trade.team.name} and {trade.partner.name} have their own picks and players again."]


def _room_of(team: Team) -> Room:
    room = room_for_trades(team)
    if room is None:
        raise Refused(TradeRefusal.NO_DRAFT)
    return room


def _require_open(trade: Trade | None) -> None:
    if trade is None or trade.state != Trade.State.OPEN:
        raise Refused(TradeRefusal.NOT_OPEN)


def _require_same(room: Room, stored: Stored, items: Sequence[TradeItem]) -> None:
    """Check that the picks still have the selections from the time of the offer."""
    stored_by_turn = {entry["overall"]: entry for entry in stored}
    for item in items:
        if stored_by_turn[item.overall] != item.stored:
            raise Refused(TradeRefusal.CHANGED_SINCE, turn=room.label(item.overall))


def _owners(stored: Stored, team: Team) -> dict[int, Team]:
    return dict.fromkeys(turns_of(stored), team)


def _give(room: Room, owners: dict[int, Team]) -> tuple[list[dict[str, Any]], list[Pick]]:
    """Transfer picks and their selections to new teams. Return the picks' previous data and the picks.

    The clock restarts if the pick on the clock changes hands.
    """
    turn = room.on_the_clock
    team_before = room.team_at(turn) if turn is not None else None
    room.give_turns(owners)
    picks = list(Pick.objects.filter(draft=room.draft, overall__in=owners).select_related("park", "card"))
    before = [pick_facts(pick) for pick in picks]
    for pick in picks:
        pick.team = owners[pick.overall]
    Pick.objects.bulk_update(picks, ["team"])
    if turn is not None and room.team_at(turn) != team_before and room.draft.state == Draft.State.RUNNING:
        restart_clock(room)
    save_draft(room)
    return before, picks


def _trade_sentence(room: Room, trade: Trade) -> str:
    offered, requested = items_in_words(room, trade.offered), items_in_words(room, trade.requested)
    return f"{trade.team.name} gives {', '.join(offered)} to {trade.partner.name} for {', '.join(requested)}"


def _record(tournament: Tournament, actor: Actor, trade: Trade, verb: Verb, sentence: str) -> None:
    # offers are private, so the sentence names no players
    record_action(
        tournament=tournament,
        actor=actor,
        verb=verb,
        subject=log_subject(trade.draft),
        sentence=sentence,
        after={"trade": trade.pk},
    )
