"""API for the director's changes to a whole series: swap home and visitors, or let a team leave."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField, describe_endpoint
from core.errors import Refused
from games.api.results import FaultInResultsSerializer
from games.refusals import ForfeitRefusal
from games.services.leaving import forfeit_the_rest, leaving
from games.services.swapping import preview_swap, swap_home_and_visitors
from tournaments.api.series import SeriesSerializer, SeriesView


class HomeSwapSerializer(serializers.Serializer[Any]):
    """A swap's changes. `faults` lists the contradictions that the director must correct."""

    home = serializers.IntegerField(source="home.pk", help_text="the home team in game 1 after the swap")
    away = serializers.IntegerField(source="away.pk")
    games = serializers.SerializerMethodField(help_text="games with results; these keep their teams")
    faults = FaultInResultsSerializer(many=True)

    def get_games(self, swap: Any) -> list[int]:
        return [sheet.game.number for sheet in swap.games]


class HomeSwapChangeSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=0, help_text="the version of the series that you last read")
    reason = serializers.CharField(
        max_length=300, default="", allow_blank=True, help_text="required if the series has results"
    )


class SwapHomeView(SeriesView):
    roles: ClassVar = {"GET": "director", "POST": "director"}

    @describe_endpoint(HomeSwapSerializer)
    def get(self, request: Request, slug: str, series_id: int) -> Response:
        """Preview the changes from swapping home and visitors."""
        return Response(HomeSwapSerializer(preview_swap(self.series(series_id))).data)

    @describe_endpoint(HomeSwapSerializer, body=HomeSwapChangeSerializer)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Swap home and visitors in every game. Results keep their teams."""
        series, data = self.series(series_id), self.body(HomeSwapChangeSerializer)
        swap = swap_home_and_visitors(series=series, actor=self.actor, version=data["version"], reason=data["reason"])
        return Response(HomeSwapSerializer(swap).data)


class LeavingSerializer(serializers.Serializer[Any]):
    """The consequences if a team leaves a series."""

    team = serializers.IntegerField(source="team.pk")
    winner = serializers.IntegerField(source="winner.pk", help_text="the team that is awarded the games")
    forfeited = serializers.ListField(child=serializers.IntegerField(), help_text="numbers of games")
    wins = serializers.ListField(
        child=serializers.IntegerField(), help_text="wins: the other team's, then the leaving team's"
    )


class LeaveSerializer(serializers.Serializer[Any]):
    team = RowField()
    version = serializers.IntegerField(min_value=0, help_text="the version of the series that you last read")
    reason = serializers.CharField(max_length=300)
    confirm_seeding = serializers.BooleanField(default=False, help_text="confirm a change in who would have qualified")


class LeaveSeriesView(SeriesView):
    roles: ClassVar = {"GET": "director", "POST": "director"}

    @describe_endpoint(LeavingSerializer(many=True))
    def get(self, request: Request, slug: str, series_id: int) -> Response:
        """Preview the consequences if either team leaves the series."""
        series = self.series(series_id)
        return Response(LeavingSerializer([leaving(series, team) for team in series.teams()], many=True).data)

    @describe_endpoint(SeriesSerializer, body=LeaveSerializer)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Forfeit the remaining games. Finished games don't change."""
        series, data = self.series(series_id), self.body(LeaveSerializer)
        team = next((team for team in series.teams() if team.pk == data["team"]), None)
        if team is None:
            raise Refused(ForfeitRefusal.NOT_IN_SERIES, field="team")
        forfeit_the_rest(
            series=series,
            team=team,
            actor=self.actor,
            reason=data["reason"],
            version=data["version"],
            confirm_seeding=data["confirm_seeding"],
        )
        return Response(SeriesSerializer(self.series(series_id)).data)
