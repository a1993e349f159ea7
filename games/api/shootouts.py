"""API for shootouts (T32.0): start a shootout, enter each half-inning, and view the results."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, RowField, describe_endpoint
from core.api.list_filters import same_fields
from games.queries.shootouts import shootout_page, shootouts_of
from games.services.shootouts import open_shootout, record_shootout_half
from tournaments.api.base import TournamentView
from tournaments.models import Division, Shootout


class HalfSerializer(serializers.Serializer[Any]):
    """A completed half-inning. Players are card codes. An empty code means no player."""

    pitcher = serializers.CharField()
    runs = serializers.IntegerField()
    was_hit_for = serializers.BooleanField()
    hitter = serializers.CharField()
    finished_by = serializers.CharField()


class ShootoutSerializer(serializers.ModelSerializer[Shootout]):
    halves = HalfSerializer(many=True, source="played")
    score = serializers.ListField(child=serializers.IntegerField(), help_text="visitors, home")
    winner = serializers.IntegerField(source="winner_id", allow_null=True)

    class Meta:
        model = Shootout
        fields: tuple[str, ...] = (
            *("id", "division", "away", "home", "home_rolls", "reason", "halves", "score", "winner"),
        )


class MayPitchSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    may_be_named = serializers.BooleanField()
    reason = serializers.CharField(source="ruling.reason")
    rule = serializers.CharField(source="ruling.rule")


class ShootoutNowSerializer(ShootoutSerializer):
    """A shootout with its next half-inning and the eligible pitchers. Both are empty after the shootout is won."""

    next_half = serializers.SerializerMethodField()
    pitchers = serializers.SerializerMethodField()

    class Meta(ShootoutSerializer.Meta):
        fields = (*ShootoutSerializer.Meta.fields, "next_half", "pitchers")

    def get_next_half(self, shootout: Shootout) -> str | None:
        return None if shootout.winner_id else shootout_page(shootout).half

    @extend_schema_field(MayPitchSerializer(many=True))
    def get_pitchers(self, shootout: Shootout) -> list[Mapping[str, Any]]:
        if shootout.winner_id:
            return []
        shown: Any = MayPitchSerializer(shootout_page(shootout).pitchers, many=True)
        return list(shown.data)


class OpeningSideSerializer(serializers.Serializer[Any]):
    team = RowField()
    starter = serializers.CharField(max_length=20, help_text="card code")
    rolls = serializers.ListField(child=serializers.IntegerField(), required=False, max_length=40)


class OpeningSerializer(serializers.Serializer[Any]):
    """Send `rolls` for both teams or for neither. Without rolls, Pennant rolls, or the better seed bats last."""

    division = RowField()
    sides = OpeningSideSerializer(many=True)
    better_seed = RowField(required=False)
    reason = serializers.CharField(default="", allow_blank=True, max_length=300)


class NewHalfSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=0, help_text="the number of half-innings you have seen completed")
    pitcher = serializers.CharField(max_length=20)
    runs = serializers.IntegerField(min_value=0, max_value=99)
    hit_for = serializers.BooleanField(default=False)
    hitter = serializers.CharField(max_length=20, default="", allow_blank=True)
    finished_by = serializers.CharField(max_length=20, default="", allow_blank=True)


class ShootoutsView(TournamentView):
    roles: ClassVar = {"GET": "public", "POST": "director"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("id", division="division__position", home="home__name", away="away__name")
    search_fields = ("home__name", "away__name", "reason")

    @describe_endpoint(ShootoutSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return every shootout in the tournament."""
        return self.pages(shootouts_of(self.tournament), ShootoutSerializer)

    @describe_endpoint(ShootoutNowSerializer, body=OpeningSerializer, code=201)
    def post(self, request: Request, slug: str) -> Response:
        """Start a shootout between two tied teams."""
        fields = self.body(OpeningSerializer)
        division = get_object_or_404(Division, pk=fields["division"], tournament=self.tournament)
        sides = {side["team"]: side for side in fields["sides"]}
        rolls = {team: side["rolls"] for team, side in sides.items() if side.get("rolls")}
        opened = open_shootout(
            division=division,
            teams=list(self.tournament.teams.filter(pk__in=sides)),
            starters={team: side["starter"] for team, side in sides.items()},
            rolls={team: rolls.get(team, []) for team in sides} if rolls else None,
            better_seed=fields.get("better_seed"),
            reason=fields["reason"],
            actor=self.actor,
        )
        return Response(ShootoutNowSerializer(opened).data, status=status.HTTP_201_CREATED)


class ShootoutView(TournamentView):
    @describe_endpoint(ShootoutNowSerializer)
    def get(self, request: Request, slug: str, shootout_id: int) -> Response:
        """Return the shootout so far and the pitchers eligible to pitch next."""
        return Response(ShootoutNowSerializer(get_object_or_404(shootouts_of(self.tournament), pk=shootout_id)).data)


class ShootoutHalvesView(TournamentView):
    roles: ClassVar = {"POST": "staff"}

    @describe_endpoint(ShootoutNowSerializer, body=NewHalfSerializer)
    def post(self, request: Request, slug: str, shootout_id: int) -> Response:
        """Enter the next half-inning."""
        chosen = get_object_or_404(shootouts_of(self.tournament), pk=shootout_id)
        now = record_shootout_half(shootout=chosen, actor=self.actor, **self.body(NewHalfSerializer))
        return Response(ShootoutNowSerializer(now).data)
