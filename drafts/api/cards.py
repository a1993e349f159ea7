"""API for card sets, cards and ballparks. Cards are searched in memory, as in the draft room."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, describe_endpoint, select_filters
from core.api.list_filters import OrderingFields, same_fields, table_ordering
from core.api.tables import row_serializer
from drafts.models import CardSet
from drafts.queries.card_set_owners import PRIVATE_SET, STAFF_ONLY, CardSetUser
from drafts.queries.card_sets import CARD_SETS, card_sets_with_counts
from drafts.queries.card_table import CARDS, PARKS
from drafts.queries.pool import POSITION_FILTERS, ROLES, SORTS, PoolCard, load_pool, search
from drafts.services.card_sets import load_season
from rules_engine.eligibility.cards import POSITIONS
from rules_engine.profile import Profile, available_profiles, default_profile, load_profile
from tournaments.api.access import viewers_of_api
from tournaments.api.base import ResourceView

_EDITION = default_profile()


CardSetSerializer = row_serializer("CardSetSerializer", CARD_SETS)


class SeasonSerializer(serializers.Serializer[Any]):
    year = serializers.IntegerField(min_value=1, max_value=9999)
    league = serializers.CharField(max_length=10, default="MLB")
    name = serializers.CharField(max_length=400, default="", allow_blank=True)
    replace = serializers.BooleanField(default=False)


class CardSetQuery(serializers.Serializer[Any]):
    season = serializers.IntegerField(required=False, min_value=1, max_value=9999)
    league = serializers.CharField(required=False, max_length=10)
    source: Any = serializers.ChoiceField(choices=CardSet.Source.choices, required=False)


class CardSetsView(ResourceView):
    """Card sets belong to the installation, so staff of any tournament can make them."""

    roles: ClassVar = {"GET": "public", "POST": "any_staff"}
    query = CardSetQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields(
        "id", "name", "source", "season", "league", "card_count", "park_count", "draft_count"
    )
    search_fields = ("name", "league", "note")

    def check_role(self, request: Request) -> None:
        if request.method == "POST":
            self.allow(lambda: require_staff_of_any(request))

    @describe_endpoint(CardSetSerializer(many=True), query=CardSetQuery)
    def get(self, request: Request) -> Response:
        """Return the installation's card sets."""
        rows = card_sets_with_counts().filter(**select_filters(self.query_fields, "season", "league", "source"))
        return self.pages(rows, CardSetSerializer)

    @describe_endpoint(CardSetSerializer(), body=SeasonSerializer, code=201)
    def post(self, request: Request) -> Response:
        """Make a card set from a real season. This takes several seconds."""
        user = CardSetUser.from_viewers(viewers_of_api(request))
        made = load_season(user=user, **self.body(SeasonSerializer))
        shown = card_sets_with_counts().get(pk=made.pk)
        return Response(CardSetSerializer(shown).data, status=status.HTTP_201_CREATED)


def find_usable_set(request: Request, card_set_id: int) -> CardSet:
    """Return a card set that the requester can view.

    Raises:
        PermissionDenied: The set is private and belongs to someone else.
    """
    card_set = get_object_or_404(CardSet, pk=card_set_id)
    if not CardSetUser.from_viewers(viewers_of_api(request)).may_use(card_set):
        raise PermissionDenied(PRIVATE_SET)
    return card_set


def require_staff_of_any(request: Request) -> None:
    """Raise PermissionDenied unless the request comes from a tournament's staff."""
    if not CardSetUser.from_viewers(viewers_of_api(request)).is_staff:
        raise PermissionDenied(STAFF_ONLY)


class CardSetDetailView(ResourceView):
    @describe_endpoint(CardSetSerializer)
    def get(self, request: Request, card_set_id: int) -> Response:
        """Return a card set."""
        return Response(CardSetSerializer(get_object_or_404(card_sets_with_counts(), pk=card_set_id)).data)


class CardSerializer(row_serializer("CardRow", CARDS)):  # type: ignore[misc]
    """A card with the player's real statistics and eligibility. Averages are null if the divisor is zero."""


CARD_ORDERING: OrderingFields = {**table_ordering(CARDS), "innings_pitched": attrgetter("outs_pitched")}
CARD_SEARCH = ("name", "clubs", "label")
PARK_ORDERING = same_fields(*table_ordering(PARKS))
PARK_SEARCH = ("name", "club", "code")


class CardQuery(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, max_length=60, help_text="parts of words in the name")
    position = serializers.ChoiceField(choices=sorted({*POSITIONS, *POSITION_FILTERS}), required=False)
    hand = serializers.ChoiceField(choices=["L", "R", "S"], required=False, help_text="bats; for pitchers throws")
    role = serializers.ChoiceField(choices=list(ROLES), required=False)
    eligible = serializers.BooleanField(required=False, default=False, help_text="eligible cards only")
    sort = serializers.ChoiceField(
        choices=[*SORTS, *(f"-{name}" for name in SORTS)],
        default="name",
        help_text="best first; with - in reverse order",
    )


class EditionCardQuery(CardQuery):
    edition = serializers.ChoiceField(choices=available_profiles(), default=_EDITION)


def filter_cards(pool: tuple[PoolCard, ...], filters: Mapping[str, Any], drafted: frozenset[int]) -> list[PoolCard]:
    """Return the pool's cards that match a CardQuery, in order."""
    return search(
        pool,
        text=filters.get("name", ""),
        position=filters.get("position", ""),
        hand=filters.get("hand", ""),
        role=filters.get("role", ""),
        eligible_only=filters["eligible"],
        sort=filters["sort"],
        drafted=drafted,
    )


class EditionQuery(serializers.Serializer[Any]):
    edition = serializers.ChoiceField(choices=available_profiles(), default=_EDITION)


class _OfCardSet(ResourceView):
    def pool(self, card_set_id: int) -> tuple[PoolCard, ...]:
        profile: Profile = load_profile(self.query_fields["edition"])
        return load_pool(find_usable_set(self.request, card_set_id), profile)


class CardsView(_OfCardSet):
    query = EditionCardQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = CARD_ORDERING
    search_fields = CARD_SEARCH

    @describe_endpoint(CardSerializer(many=True), query=EditionCardQuery)
    def get(self, request: Request, card_set_id: int) -> Response:
        """Return a set's cards with their eligibility under a rules edition."""
        return self.pages(filter_cards(self.pool(card_set_id), self.query_fields, frozenset()), CardSerializer)


class CardDetailView(_OfCardSet):
    query = EditionQuery

    @describe_endpoint(CardSerializer, query=EditionQuery)
    def get(self, request: Request, card_set_id: int, card_id: int) -> Response:
        """Return a card with its eligibility under a rules edition."""
        card = next((card for card in self.pool(card_set_id) if card.id == card_id), None)
        if card is None:
            raise Http404
        return Response(CardSerializer(card).data)


BallparkSerializer = row_serializer("BallparkSerializer", PARKS)


class BallparkQuery(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, max_length=80, help_text="part of the name")
    club = serializers.CharField(required=False, max_length=60)


class BallparksView(ResourceView):
    query = BallparkQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = PARK_ORDERING
    search_fields = PARK_SEARCH

    @describe_endpoint(BallparkSerializer(many=True), query=BallparkQuery)
    def get(self, request: Request, card_set_id: int) -> Response:
        """Return a set's ballparks."""
        rows = find_usable_set(request, card_set_id).ballparks.filter(**select_filters(self.query_fields, "club"))
        if "name" in self.query_fields:
            rows = rows.filter(name__icontains=self.query_fields["name"])
        return self.pages(rows.order_by("name", "pk"), BallparkSerializer)
