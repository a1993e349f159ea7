"""API endpoints for a drafted team's lineups, for its managers and staff."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from drafts.models import LineUp
from rules_engine.baseball.lineups import HITTER
from rules_engine.baseball.state import POSITIONS
from tabletop.queries.lineups import SPOT_COUNT, saved_lineups
from tabletop.services.lineups import save_lineup
from tournaments.api.base import TournamentView
from tournaments.models import Team


class SpotSerializer(serializers.Serializer[Any]):
    """A spot in the batting order. `card` is "" for the pitcher, because the starter changes."""

    card = serializers.CharField(max_length=20, allow_blank=True, help_text="the code of his card")
    position = serializers.ChoiceField(choices=[(position, position) for position in (*POSITIONS, HITTER)])


class LineUpSerializer(serializers.Serializer[Any]):
    """A lineup in batting order. A lineup without spots is deleted."""

    against = serializers.ChoiceField(choices=LineUp.Against.choices, help_text="which starters it is for")
    spots = serializers.ListField(child=SpotSerializer(), max_length=SPOT_COUNT)


class LineUpsSerializer(serializers.Serializer[Any]):
    """A team's saved lineups, at most three."""

    line_ups = LineUpSerializer(many=True)


class LineUpsView(TournamentView):
    roles: ClassVar = {"GET": "manager", "POST": "manager"}

    def team(self) -> Team:
        self.require_team(self.kwargs["team_id"])
        return get_object_or_404(
            Team.objects.select_related("tournament"), tournament=self.tournament, pk=self.kwargs["team_id"]
        )

    @describe_endpoint(LineUpsSerializer())
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Return the team's saved lineups."""
        return _answer(self.team())

    @describe_endpoint(LineUpsSerializer(), body=LineUpSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Save a lineup against left- or right-handed starters. It must be legal under the tournament's ruleset."""
        team = self.team()
        data = self.body(LineUpSerializer)
        spots = [(spot["card"], spot["position"]) for spot in data["spots"]]
        save_lineup(team=team, against=data["against"], spots=spots, actor=self.actor)
        return _answer(team)


def _answer(team: Team) -> Response:
    line_ups = [
        {"against": against, "spots": [{"card": code, "position": position} for code, position in spots]}
        for against, spots in saved_lineups(team).items()
    ]
    return Response(LineUpsSerializer({"line_ups": line_ups}).data)
