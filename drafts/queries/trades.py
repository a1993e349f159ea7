"""Trades: tradable items, a trade's effects, and the rulings on both teams."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from drafts.models import Draft, Pick, Trade
from drafts.queries.board import find_division_room
from drafts.queries.guarding import roster_outlook
from drafts.queries.published import pick_detail, selection_name
from drafts.queries.room import Room
from drafts.queries.roster import TeamDraft, build_team_draft
from drafts.queries.rosters import roster_rulings
from rules_engine.rulings import Ruling
from tournaments.models import Series, Team


@dataclass(frozen=True, slots=True)
class TradeItem:
    """A tradable pick: the selected player or ballpark, or the pick itself if it hasn't been made."""

    overall: int
    label: str
    name: str = ""
    detail: str = ""
    card_id: int | None = None
    park_id: int | None = None

    @property
    def in_words(self) -> str:
        return f"{self.name} ({self.label})" if self.name else f"pick {self.label}"

    @property
    def stored(self) -> dict[str, Any]:
        return {"overall": self.overall, "card": self.card_id, "park": self.park_id}


def room_for_trades(team: Team) -> Room | None:
    """Return the room of the team's draft, or None if there is no draft."""
    _, room = find_division_room(team.tournament, team.division_id or 0)
    return room


def may_trade_now(room: Room) -> bool:
    """Return whether the director allows trades and no series in the division has started."""
    return room.draft.trades_allowed and not _has_started(room.draft)


def _has_started(draft: Draft) -> bool:
    series = Series.objects.filter(division_id=draft.division_id)
    return series.exclude(status=Series.Status.SCHEDULED).exists()


def trade_partners(room: Room, team: Team) -> list[Team]:
    """Return the teams whose manager can accept a trade."""
    return [partner for partner in room.teams if partner.pk != team.pk and partner.has_manager_here]


def tradable_items(room: Room, team_id: int) -> list[TradeItem]:
    """Return everything a team can trade, in pick order. Skipped picks can still be made, so they count as picks."""
    owners = owner_by_turn(room)
    picks = {pick.overall: pick for pick in room.picks_of(team_id)}
    return [_item(room, overall, picks.get(overall)) for overall, owner in owners.items() if owner == team_id]


def owner_by_turn(room: Room) -> dict[int, int]:
    """Return the team that owns each pick. A completed pick belongs to the team that owns the selection."""
    owners = {overall: room.team_at(overall).pk for overall in range(1, room.total + 1)}
    return owners | {row.overall: row.team_id for row in room.selections()}


def _item(room: Room, overall: int, pick: Pick | None) -> TradeItem:
    label = room.label(overall)
    if pick is None or pick.is_skipped:
        return TradeItem(overall, label)
    name, detail = selection_name(room, pick), pick_detail(room, pick)
    return TradeItem(overall, label, name, detail, pick.card_id, pick.park_id)


def open_trades(team_id: int) -> list[Trade]:
    trades = Trade.objects.filter(Q(team_id=team_id) | Q(partner_id=team_id), state=Trade.State.OPEN)
    return list(trades.select_related("team", "partner"))


def closed_trades(team_id: int) -> list[Trade]:
    trades = Trade.objects.filter(Q(team_id=team_id) | Q(partner_id=team_id)).exclude(state=Trade.State.OPEN)
    return list(trades.select_related("team", "partner")[:20])


def turns_of(stored: Sequence[dict[str, Any]]) -> list[int]:
    """Return the picks on one side of a trade, without damaged entries."""
    entries = [entry for entry in stored if isinstance(entry, dict)] if isinstance(stored, list) else []
    return [entry["overall"] for entry in entries if isinstance(entry.get("overall"), int)]


def items_in_words(room: Room, stored: Sequence[dict[str, Any]]) -> list[str]:
    """Return a trade's picks as text, from the time of the offer."""
    parks = {park.pk: park for park in room.draft.card_set.ballparks.all()} if _has_park(stored) else {}
    words = []
    for entry in stored:
        if not turns_of([entry]):
            continue
        card, park = room.cards.get(entry.get("card") or 0), parks.get(entry.get("park") or 0)
        name = card.name if card else (park.name if park else "")
        words.append(TradeItem(entry["overall"], room.label(entry["overall"]), name).in_words)
    return words


def _has_park(stored: Sequence[dict[str, Any]]) -> bool:
    return any(isinstance(entry, dict) and entry.get("park") for entry in stored)


@dataclass(frozen=True, slots=True)
class TeamAfterTrade:
    """A team's roster after a trade. `fault` blocks the trade, and `warning` comes from the roster check."""

    team: Team
    fault: Ruling | None
    warning: Ruling | None


def teams_after_trade(
    room: Room, team: Team, partner: Team, offered: Sequence[int], requested: Sequence[int]
) -> list[TeamAfterTrade]:
    """Return both teams as they would be after trading these picks."""
    picks, partner_picks = room.picks_of(team.pk), room.picks_of(partner.pk)
    roster = [pick for pick in picks if pick.overall not in offered]
    partner_roster = [pick for pick in partner_picks if pick.overall not in requested]
    roster += [pick for pick in partner_picks if pick.overall in requested]
    partner_roster += [pick for pick in picks if pick.overall in offered]
    return [_team_after(room, team, roster), _team_after(room, partner, partner_roster)]


def _team_after(room: Room, team: Team, picks: Sequence[Pick]) -> TeamAfterTrade:
    team_draft = build_team_draft(room, picks)
    rules = room.profile.draft
    counts, legality = roster_rulings(room, team_draft)
    fault = None
    if team_draft.players > rules.players or team_draft.parks > rules.ballparks:
        fault = counts
    return TeamAfterTrade(team, fault, _warning(room, team_draft, legality))


def _warning(room: Room, team_draft: TeamDraft, legality: Ruling) -> Ruling | None:
    """Return the reason why the team would be illegal or could no longer become legal, or None."""
    if not team_draft.turns_left:
        return None if legality else legality
    outlook = roster_outlook(room, team_draft)
    return None if outlook.can_complete else outlook.verdict
