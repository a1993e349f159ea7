"""API endpoints for closing a tournament: the champion and the season points."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.queries.tournament_report import FinishLine, TournamentReport, tournament_report
from core.api.base import RowField, describe_endpoint
from tournaments.api.base import TournamentView
from tournaments.api.teams import TeamView
from tournaments.services.closing import choose_points


class PointsManagerSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class ClubLineSerializer(serializers.Serializer[FinishLine]):
    """A team's finish. The first person in `managers` gets the points, which follow the year's formula."""

    team = serializers.IntegerField(source="line.team.pk")
    name = serializers.CharField(source="line.team.name")
    managers = PointsManagerSerializer(source="line.managers", many=True)
    wins = serializers.IntegerField(source="line.finish.wins")
    losses = serializers.IntegerField(source="line.finish.losses")
    ties = serializers.IntegerField(source="line.ties")
    playoff_wins = serializers.IntegerField(source="line.finish.playoff_wins")
    place = serializers.IntegerField(source="line.finish.place", help_text="1 champion, 2 runner-up, 0 others")
    entrants = serializers.IntegerField(source="line.finish.entrants")
    points = serializers.FloatField(source="points_in_file")


class ClosingSerializer(serializers.Serializer[TournamentReport]):
    """The final report: champion and runner-up first, then the other teams by points."""

    champion = serializers.IntegerField(source="results.board.champion.pk", default=None, allow_null=True)
    consolation_champion = serializers.IntegerField(
        source="results.consolation.champion.pk", default=None, allow_null=True
    )
    lines = ClubLineSerializer(many=True)


class ClosingView(TournamentView):
    @describe_endpoint(ClosingSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return the champion and the season points so far."""
        return Response(ClosingSerializer(tournament_report(self.tournament)).data)


class PointsSerializer(serializers.Serializer[Any]):
    manager = RowField(help_text="the id of one of the two managers")


class PointsView(TeamView):
    roles: ClassVar = {"PUT": "director"}

    @describe_endpoint(ClosingSerializer, body=PointsSerializer)
    def put(self, request: Request, slug: str, team_id: int) -> Response:
        """Choose which of a team's two managers gets the season points."""
        choose_points(team=self.team(team_id), manager_id=self.body(PointsSerializer)["manager"], actor=self.actor)
        return Response(ClosingSerializer(tournament_report(self.tournament)).data)
