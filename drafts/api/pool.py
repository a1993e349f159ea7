"""API for the available cards and ballparks and the value of each team's picks."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, describe_endpoint
from core.api.tables import row_serializer
from drafts.api.base import DraftView
from drafts.api.cards import (
    CARD_ORDERING,
    CARD_SEARCH,
    PARK_ORDERING,
    PARK_SEARCH,
    BallparkSerializer,
    CardQuery,
    CardSerializer,
    filter_cards,
)
from drafts.models import Ballpark
from drafts.queries.card_set_owners import require_cards
from drafts.queries.choosing import pick_label_by_card
from drafts.queries.draft_value import TEAM_VALUES, VALUED_PICKS, TeamValue, draft_value
from drafts.queries.pool import PoolCard
from drafts.queries.room import Room, taken_cards, taken_parks


class ValuedPickSerializer(row_serializer("ValuedPickRow", VALUED_PICKS)):  # type: ignore[misc]
    """A drafted player with the player's worth and the value of the draft slot."""


class TeamValueSerializer(row_serializer("TeamValueRow", TEAM_VALUES)):  # type: ignore[misc]
    """A team with the total value gained by its picks over their draft slots."""

    running = serializers.ListField(
        child=serializers.FloatField(), help_text="gain over the slots after each round, starting with 0"
    )

    def to_representation(self, instance: TeamValue) -> dict[str, Any]:
        return {**super().to_representation(instance), "running": instance.gain_after_rounds(self.context["rounds"])}


class DraftValueSerializer(serializers.Serializer[Any]):
    """Teams by gain, highest first, and picks in order. Both are empty until a player is drafted."""

    teams = TeamValueSerializer(many=True)
    picks = ValuedPickSerializer(many=True)


class _PoolView(DraftView):
    def pool_room(self) -> Room:
        """Return the room if the viewer can see its card values."""
        room = self.room()
        self.allow(lambda: require_cards(self.viewer, room.draft.card_set))
        return room


class DraftValueView(_PoolView):
    @describe_endpoint(DraftValueSerializer)
    def get(self, request: Request, slug: str, division_id: int) -> Response:
        """Return the value of picks relative to their draft slots."""
        value = draft_value(self.pool_room())
        if value is None:
            return Response({"teams": [], "picks": []})
        return Response(DraftValueSerializer(value, context={"rounds": value.rounds}).data)


class FreeCardQuery(CardQuery):
    free = serializers.BooleanField(default=False, help_text="only cards no team in the division has taken")


class DraftCardSerializer(CardSerializer):
    taken_with = serializers.CharField(help_text="the pick that took the card, such as 7.03")

    def to_representation(self, card: PoolCard) -> dict[str, Any]:
        return {**super().to_representation(card), "taken_with": self.context["gone"].get(card.id, "")}


class DraftCardsView(_PoolView):
    query = FreeCardQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = CARD_ORDERING
    search_fields = CARD_SEARCH

    @describe_endpoint(DraftCardSerializer(many=True), query=FreeCardQuery)
    def get(self, request: Request, slug: str, division_id: int) -> Response:
        """Return the draft's cards with their eligibility and, for drafted cards, the pick."""
        room = self.pool_room()
        drafted = frozenset(taken_cards(room.draft.pk)) if self.query_fields["free"] else frozenset()
        return self.pages(
            filter_cards(room.pool, self.query_fields, drafted), DraftCardSerializer, gone=pick_label_by_card(room)
        )


class ParkQuery(serializers.Serializer[Any]):
    free = serializers.BooleanField(default=False)


class DraftParksView(_PoolView):
    query = ParkQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = PARK_ORDERING
    search_fields = PARK_SEARCH

    @describe_endpoint(BallparkSerializer(many=True), query=ParkQuery)
    def get(self, request: Request, slug: str, division_id: int) -> Response:
        """Return the ballparks in the draft's card set."""
        draft = self.pool_room().draft
        rows = Ballpark.objects.filter(card_set_id=draft.card_set_id).order_by("name", "pk")
        if self.query_fields["free"]:
            rows = rows.exclude(pk__in=taken_parks(draft.pk))
        return self.pages(rows, BallparkSerializer)
