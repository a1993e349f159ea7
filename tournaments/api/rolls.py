"""Roll for draft positions and choose them in order, through the API (T0.02)."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField, describe_endpoint
from core.api.tables import row_serializer
from tournaments.api.base import TournamentView
from tournaments.models import Division, Team
from tournaments.queries.roll_tables import ROLLED, SLOTS, DivisionSlot, RolledTeam
from tournaments.queries.rolls import RollsBoard, rolls_board
from tournaments.services.rolls import SETTLEMENTS, choose_slot, place_team, record_rolls, throw_rolls

_OWN_DAY = "if each division has its own day"

RolledSerializer = row_serializer("RolledSerializer", ROLLED)
SlotSerializer = row_serializer("SlotSerializer", SLOTS)


class RollsSerializer(serializers.Serializer[Any]):
    """The teams in choosing order, the next team to choose, and each division's positions."""

    decided = serializers.BooleanField()
    on_turn = serializers.IntegerField(allow_null=True)
    teams = RolledSerializer(many=True)
    slots = SlotSerializer(many=True)


def _board_document(board: RollsBoard) -> dict[str, Any]:
    without_rolls = (team for team in board.teams if team not in {team_with_rolls for team_with_rolls, _ in board.rows})
    rolled = [*board.rows, *((team, []) for team in without_rolls)]
    teams = [RolledTeam(board, place, team, rolls) for place, (team, rolls) in enumerate(rolled, start=1)]
    slots = [DivisionSlot(size.division, slot) for size, places in board.slots for slot in places]
    turn = board.on_turn.pk if board.on_turn else None
    return dict(RollsSerializer({"decided": board.order.decided, "on_turn": turn, "teams": teams, "slots": slots}).data)


class _RollsView(TournamentView):
    def answer(self, division: Division | None = None) -> Response:
        return Response(_board_document(rolls_board(self.tournament, division)))

    def division_numbered(self, division_id: int | None) -> Division | None:
        """Return the division with its own day, or None without an ID."""
        return get_object_or_404(Division, tournament=self.tournament, pk=division_id) if division_id else None

    def team_named(self, team_id: int) -> Team:
        return get_object_or_404(Team, tournament=self.tournament, pk=team_id)


class RollsQuery(serializers.Serializer[Any]):
    division = RowField(required=False, help_text=_OWN_DAY)


class RollsView(_RollsView):
    query = RollsQuery

    @describe_endpoint(RollsSerializer, query=RollsQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Return the rolls for draft positions, the teams that roll or choose next, and the open positions."""
        return self.answer(self.division_numbered(self.query_fields.get("division")))


class ThrowSerializer(serializers.Serializer[Any]):
    team = RowField(required=False, help_text="staff only; if omitted, every team that must roll")
    division = RowField(required=False, help_text=_OWN_DAY)


class ThrowView(_RollsView):
    roles: ClassVar = {"POST": "drafter"}

    @describe_endpoint(RollsSerializer, body=ThrowSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Roll for your own team. Staff can roll for any team or for all teams."""
        data = self.body(ThrowSerializer)
        team_id, division = data.get("team"), self.division_numbered(data.get("division"))
        if not self.viewer.is_staff:
            team_id = team_id or self.viewer.drafts_for
            self.require_drafter(team_id)
        only = self.team_named(team_id) if team_id else None
        throw_rolls(tournament=self.tournament, actor=self.drafter(team_id), only=only, division=division)
        return self.answer(only.division if only else division)


class RollSerializer(serializers.Serializer[Any]):
    team = RowField()
    roll = serializers.IntegerField(min_value=-1000, max_value=1000)


class TypedRollsSerializer(serializers.Serializer[Any]):
    rolls = serializers.ListField(child=RollSerializer(), max_length=200)
    division = RowField(required=False, help_text=_OWN_DAY)


class TypedRollsView(_RollsView):
    roles: ClassVar = {"POST": "staff"}

    @describe_endpoint(RollsSerializer, body=TypedRollsSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Record rolls made with real dice. All rolls are checked before any is saved."""
        data = self.body(TypedRollsSerializer)
        rolls = {entry["team"]: entry["roll"] for entry in data["rolls"]}
        division = self.division_numbered(data.get("division"))
        record_rolls(tournament=self.tournament, actor=self.actor, rolls=rolls, division=division)
        return self.answer(division)


class ChoiceSerializer(serializers.Serializer[Any]):
    team = RowField()
    division = RowField()
    position = serializers.IntegerField(min_value=-1000, max_value=1000)


class ChooseView(_RollsView):
    roles: ClassVar = {"POST": "drafter"}

    @describe_endpoint(RollsSerializer, body=ChoiceSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Choose a position for the team whose turn it is."""
        data = self.body(ChoiceSerializer)
        team = self.team_named(data["team"])
        self.require_drafter(team.pk)
        actor = self.drafter(team.pk)
        choose_slot(team=team, actor=actor, division_id=data["division"], position=data["position"])
        return self.answer(team.division)


class PlaceView(_RollsView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(RollsSerializer, body=ChoiceSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Place a team out of turn (T0.09)."""
        data = self.body(ChoiceSerializer)
        team = self.team_named(data["team"])
        place_team(team=team, actor=self.actor, division_id=data["division"], position=data["position"])
        return self.answer(team.division)


class SettleSerializer(serializers.Serializer[Any]):
    what = serializers.ChoiceField(choices=list(SETTLEMENTS))
    division = RowField(required=False, help_text=_OWN_DAY)


class SettleView(_RollsView):
    roles: ClassVar = {"POST": "staff"}

    @describe_endpoint(RollsSerializer, body=SettleSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Draw positions for imputed teams, place absent teams, or give each team the first open position."""
        data = self.body(SettleSerializer)
        division = self.division_numbered(data.get("division"))
        SETTLEMENTS[data["what"]](tournament=self.tournament, actor=self.actor, division=division)
        return self.answer(division)
