"""API for trades between two managers. Managers see only their own team's trades."""

from typing import Any, ClassVar

from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField, describe_endpoint
from drafts.api.my_list import OwnTeamView
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
from tournaments.models import Team

_MOST_TURNS = 60


class TradeItemSerializer(serializers.Serializer[Any]):
    """A draft pick: the selected player or ballpark, or the pick itself if it hasn't been made."""

    overall = serializers.IntegerField()
    label: Any = serializers.CharField(help_text="round and selection, such as 7.03")
    name = serializers.CharField(help_text="of the player or park, or empty for a future pick")
    card = serializers.IntegerField(source="card_id", allow_null=True)
    park = serializers.IntegerField(source="park_id", allow_null=True)


class RulingOnTeamSerializer(serializers.Serializer[Any]):
    finding = serializers.CharField(source="finding.name")
    rule = serializers.CharField()
    sentence = serializers.CharField(source="__str__")


class TeamAfterTradeSerializer(serializers.Serializer[Any]):
    """A team's roster after a trade. A `fault` blocks the trade, but a `warning` doesn't."""

    team = serializers.IntegerField(source="team.pk")
    fault = RulingOnTeamSerializer(allow_null=True)
    warning = RulingOnTeamSerializer(allow_null=True)


class TradeSerializer(serializers.ModelSerializer[Trade]):
    """A trade offer. Requires `room` in the serializer context."""

    offered = serializers.SerializerMethodField(help_text="the picks that `team` gives up")
    requested = serializers.SerializerMethodField(help_text="the picks that `partner` gives up")
    offered_in_words = serializers.SerializerMethodField()
    requested_in_words = serializers.SerializerMethodField()
    after = serializers.SerializerMethodField(
        help_text="both teams as they would be after an open trade; empty otherwise"
    )

    class Meta:
        model = Trade
        fields = (
            "id",
            "team",
            "partner",
            "state",
            "offered",
            "requested",
            "offered_in_words",
            "requested_in_words",
            "after",
            "offered_at",
            "answered_at",
        )

    def get_offered(self, trade: Trade) -> list[int]:
        return turns_of(trade.offered)

    def get_requested(self, trade: Trade) -> list[int]:
        return turns_of(trade.requested)

    def get_offered_in_words(self, trade: Trade) -> list[str]:
        return items_in_words(self.context["room"], trade.offered)

    def get_requested_in_words(self, trade: Trade) -> list[str]:
        return items_in_words(self.context["room"], trade.requested)

    @extend_schema_field(TeamAfterTradeSerializer(many=True))
    def get_after(self, trade: Trade) -> Any:
        if trade.state != Trade.State.OPEN:
            return []
        turns = turns_of(trade.offered), turns_of(trade.requested)
        after = teams_after_trade(self.context["room"], trade.team, trade.partner, *turns)
        return TeamAfterTradeSerializer(after, many=True).data


class TradesSerializer(serializers.Serializer[Any]):
    """A team's trades. `closed` lists the newest 20."""

    may_trade = serializers.BooleanField(help_text="whether the director allows trades and no series has started")
    partners = serializers.ListField(child=serializers.IntegerField(), help_text="the teams that can accept")
    open = TradeSerializer(many=True)
    closed = TradeSerializer(many=True)


class OfferSerializer(serializers.Serializer[Any]):
    """A trade offer, with picks by overall number. Both teams trade the same number of picks (T0.02)."""

    partner = RowField()
    offered = serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=_MOST_TURNS)
    requested = serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=_MOST_TURNS)


class _TradeView(OwnTeamView):
    def room(self, team: Team) -> Room:
        room = room_for_trades(team)
        if room is None or not room.teams:
            raise Http404
        return room

    def trade_document(self, team: Team, trade: Trade) -> dict[str, Any]:
        return dict(TradeSerializer(trade, context={"room": self.room(team)}).data)


class TradesView(_TradeView):
    roles: ClassVar = {"GET": "manager", "POST": "manager"}

    @describe_endpoint(TradesSerializer)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Return the team's open and closed trades. Respond with 404 until the division has a draft."""
        team = self.own_team()
        room = self.room(team)
        document = {
            "may_trade": may_trade_now(room),
            "partners": [partner.pk for partner in trade_partners(room, team)],
            "open": open_trades(team.pk),
            "closed": closed_trades(team.pk),
        }
        return Response(TradesSerializer(document, context={"room": room}).data)

    @describe_endpoint(TradeSerializer, body=OfferSerializer, code=201)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Offer a trade to another manager."""
        team, offer = self.own_team(), self.body(OfferSerializer)
        trade = offer_trade(
            team=team,
            partner_id=offer["partner"],
            offered=offer["offered"],
            requested=offer["requested"],
            actor=self.actor,
        )
        return Response(self.trade_document(team, trade), status=status.HTTP_201_CREATED)


class CheckTradeView(_TradeView):
    writes_nothing = True
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(TeamAfterTradeSerializer(many=True), body=OfferSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Preview both teams after a trade without offering it."""
        team, offer = self.own_team(), self.body(OfferSerializer)
        room = self.room(team)
        partner = find_team(room, offer["partner"])
        check_offer(room, team, partner, offer["offered"], offer["requested"])
        assert partner is not None  # already checked with the offer
        after = teams_after_trade(room, team, partner, offer["offered"], offer["requested"])
        return Response(TeamAfterTradeSerializer(after, many=True).data)


class TradeItemsQuery(serializers.Serializer[Any]):
    team = RowField(required=False, help_text="a partner's id; if omitted, your own team")


class TradeItemsView(_TradeView):
    roles: ClassVar = {"GET": "manager"}
    query = TradeItemsQuery

    @describe_endpoint(TradeItemSerializer(many=True), query=TradeItemsQuery)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Return everything that the team or a partner can trade, in pick order."""
        team = self.own_team()
        room = self.room(team)
        giver = find_team(room, self.query_fields.get("team", team.pk))
        if giver is None:
            raise Http404
        return Response(TradeItemSerializer(tradable_items(room, giver.pk), many=True).data)


class AcceptTradeView(_TradeView):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(TradeSerializer)
    def post(self, request: Request, slug: str, team_id: int, trade_id: int) -> Response:
        """Accept a trade offered to the team. The picks change hands immediately."""
        team = self.own_team()
        return Response(self.trade_document(team, accept_trade(team=team, trade_id=trade_id, actor=self.actor)))


class CloseTradeView(_TradeView):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(TradeSerializer)
    def post(self, request: Request, slug: str, team_id: int, trade_id: int) -> Response:
        """Decline a trade offered to the team, or withdraw the team's own offer."""
        team = self.own_team()
        return Response(self.trade_document(team, close_trade(team=team, trade_id=trade_id, actor=self.actor)))
