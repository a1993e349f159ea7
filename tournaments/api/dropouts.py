"""Dropouts, covers and takeovers in the API (T0.08)."""

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField, describe_endpoint
from tournaments.api.series import SeriesSerializer
from tournaments.api.teams import TeamSerializer, TeamView
from tournaments.queries.dropout_branches import NOBODY, OUTSIDE
from tournaments.services.covers import change_covers
from tournaments.services.dropouts import drop_team
from tournaments.services.takeovers import settle_takeover

Named = TypeVar("Named")


def by_series(covers: Mapping[str, Named]) -> dict[int, Named]:
    """Convert the series IDs from JSON text to numbers."""
    if not all(series.isascii() and series.isdecimal() and len(series) < 10 for series in covers):
        raise serializers.ValidationError("Identify each series by its number.")
    return {int(series): team for series, team in covers.items()}


class DropSerializer(serializers.Serializer[Any]):
    after_round = serializers.IntegerField(min_value=-1, max_value=1000)
    cover = serializers.ChoiceField(choices=[OUTSIDE, NOBODY], default=NOBODY)
    covers = serializers.DictField(
        child=RowField(),
        default=dict,
        help_text="with outside: series -> the outside team that plays it",
    )
    compensation = serializers.CharField(max_length=120, default="", allow_blank=True)
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    def validate_covers(self, covers: dict[str, int]) -> dict[int, int]:
        return by_series(covers)


class DropTeamView(TeamView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(TeamSerializer, body=DropSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Remove a team from the round robin (T0.08)."""
        drop_team(team=self.team(team_id), actor=self.actor, **self.body(DropSerializer))
        return Response(TeamSerializer(self.team(team_id)).data)


class TakeOverSerializer(serializers.Serializer[Any]):
    others = serializers.ListField(
        child=serializers.CharField(max_length=80),
        source="further_players",
        default=list,
        help_text="people without a team here who covered for it",
    )
    rolls = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=20), max_length=20),
        default=dict,
        help_text="d20 rolls by name, as rolled at the table; tied players have a second roll",
    )

    def to_internal_value(self, data: Any) -> Any:
        """Accept a single roll as a plain number."""
        if isinstance(data, dict) and isinstance(rolls := data.get("rolls"), dict):
            listed = {name: value if isinstance(value, list) else [value] for name, value in rolls.items()}
            data = {**data, "rolls": listed}
        return super().to_internal_value(data)


class TakeOverView(TeamView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(TeamSerializer, body=TakeOverSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Choose the manager who takes over a dropped team that would advance.

        If nobody is eligible, the next best team advances (T0.08).
        """
        settle_takeover(team=self.team(team_id), actor=self.actor, **self.body(TakeOverSerializer))
        return Response(TeamSerializer(self.team(team_id)).data)


class CoversSerializer(serializers.Serializer[Any]):
    covers = serializers.DictField(
        child=RowField(allow_null=True),
        help_text="series -> the team that plays it; if null, the director enters the results",
    )
    compensation = serializers.CharField(max_length=120, required=False, allow_blank=True)
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    def validate_covers(self, covers: dict[str, int | None]) -> dict[int, int | None]:
        return by_series(covers)


class CoversView(TeamView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(SeriesSerializer(many=True), body=CoversSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Change the covers of a dropped team's series that haven't started (T0.08). Return the changed series."""
        changed = change_covers(team=self.team(team_id), actor=self.actor, **self.body(CoversSerializer))
        return Response(SeriesSerializer(changed, many=True).data)
