"""API for declared rotations.

Managers and staff declare them, and the rules edition decides when they become public.
"""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from games.queries.declared import rotation_of
from games.queries.declared_rounds import MAX_GAMES, Rotation
from games.services.declared import declare_rotation
from tournaments.api.base import TournamentView
from tournaments.models import Team


class DeclaredRoundSerializer(serializers.Serializer[Any]):
    """A round's declared rotation.

    `starters` lists the card for each game, or null if no starter is declared. `departures` describes starts by other
    pitchers.
    """

    round = serializers.IntegerField(min_value=1, max_value=99)
    starters = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**31, allow_null=True), max_length=MAX_GAMES
    )
    open = serializers.BooleanField(read_only=True)
    departures = serializers.ListField(child=serializers.CharField(), read_only=True)


class RotationSerializer(serializers.Serializer[Any]):
    rounds = DeclaredRoundSerializer(many=True)


class RotationView(TournamentView):
    roles: ClassVar = {"GET": "public", "PUT": "manager"}

    def team(self) -> Team:
        teams = Team.objects.select_related("tournament")
        return get_object_or_404(teams, tournament=self.tournament, pk=self.kwargs["team_id"])

    @describe_endpoint(RotationSerializer())
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Return the declared starters by round.

        The team and staff see every round. Everyone else sees only the public rounds.
        """
        return self._answer(rotation_of(self.team()))

    @describe_endpoint(RotationSerializer(), body=RotationSerializer)
    def put(self, request: Request, slug: str, team_id: int) -> Response:
        """Declare the starters for these rounds. Each start is checked against the pitching sheet (T10.2)."""
        self.require_team(team_id)
        fields = self.body(RotationSerializer)
        starters = {declared["round"]: declared["starters"] for declared in fields["rounds"]}
        return self._answer(declare_rotation(team=self.team(), starters=starters, actor=self.actor))

    def _answer(self, rotation: Rotation) -> Response:
        rounds = [
            {
                "round": round_shown.number,
                "starters": [game.card_id for game in round_shown.games],
                "open": bool(round_shown.still_open),
                "departures": [str(game.departure) for game in round_shown.games if game.departure is not None],
            }
            for round_shown in rotation.visible_rounds(own=self.viewer.can_represent(rotation.team.pk))
        ]
        return Response(RotationSerializer({"rounds": rounds}).data)
