"""API for suspended games (T33.0): each game's situation, the people who finish it, and the order of completion."""

from typing import Any, ClassVar

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField, describe_endpoint
from core.errors import Refused
from games.api.results import InningsField
from games.queries.suspended_games import SuspendedGame, read_suspended_games, teams_that_may_agree
from games.refusals import SuspensionRefusal
from games.services.suspended import MAX_OUTS, agree_to_finish, describe_suspension, name_stand_in, roll_for_order
from rules_engine.competition.rolls import D20
from tournaments.api.base import TournamentView
from tournaments.models import Team


class ResumingPitcherSerializer(serializers.Serializer[Any]):
    """A pitcher's status for the rest of the game."""

    card = serializers.IntegerField(source="card_id")
    name = serializers.CharField()
    pitched = InningsField(
        allow_null=True, help_text="innings pitched when the game stopped; null if he had not entered"
    )
    may_pitch = serializers.BooleanField(source="ruling.allowed")
    left = InningsField(source="outs_left", help_text="innings that he may still pitch in this game")
    finding = serializers.CharField(source="ruling.finding.name")
    rule = serializers.CharField(source="ruling.rule")
    sentence = serializers.CharField(source="ruling.__str__")


class SuspendedSideSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField(source="team.pk")
    line_up = serializers.CharField()
    left_game = serializers.ListField(child=serializers.CharField(), source="removed", help_text="names")
    stand_in = serializers.CharField(help_text="who finishes the game for this team, or empty")
    agrees = serializers.BooleanField(help_text="to finish a game that doesn't have to be finished")
    pitchers = ResumingPitcherSerializer(many=True, source="in_order")


class SuspensionPointSerializer(serializers.Serializer[Any]):
    inning = serializers.IntegerField()
    bottom = serializers.BooleanField(source="is_bottom")
    outs = serializers.IntegerField()


class SuspendedGameSerializer(serializers.Serializer[Any]):
    """A suspended game. `point` is the described point, or else an estimate from the innings pitched."""

    id = serializers.IntegerField(source="game.pk")
    series = serializers.IntegerField(source="game.series_id")
    number = serializers.IntegerField(source="game.number")
    home_runs = serializers.IntegerField(source="game.home_runs", allow_null=True)
    away_runs = serializers.IntegerField(source="game.away_runs", allow_null=True)
    point = SuspensionPointSerializer()
    is_described = serializers.BooleanField(source="stopped.is_described")
    situation = serializers.CharField(source="stopped.situation")
    must_be_finished = serializers.BooleanField(source="completion.must")
    can_be_finished = serializers.BooleanField(source="completion.ruling.allowed")
    deadline = serializers.CharField(source="completion.deadline")
    finished_by = serializers.CharField(source="completion.finished_by")
    if_unfinished = serializers.CharField(source="completion.if_unfinished")
    reasons = serializers.ListField(child=serializers.CharField(), source="proof")
    contradictions = serializers.ListField(child=serializers.CharField())
    away = SuspendedSideSerializer()
    home = SuspendedSideSerializer()


class CompletionOrderSerializer(serializers.Serializer[Any]):
    """A team with several games to finish, and its first opponent."""

    team = serializers.IntegerField(source="team.pk")
    opponents = serializers.SerializerMethodField()
    first = serializers.CharField(source="first.name", allow_null=True, help_text="null until a d20 decides")
    tied = serializers.ListField(child=serializers.CharField(), source="first.tied", help_text="who must roll")
    decided_by = serializers.CharField(source="first.decided_by")
    rolls = serializers.DictField(child=serializers.IntegerField(), help_text="by opponent")

    def get_opponents(self, order: Any) -> list[int]:
        return [opponent.pk for opponent in order.opponents]


class SuspendedGamesSerializer(serializers.Serializer[Any]):
    games = SuspendedGameSerializer(many=True)
    orders = CompletionOrderSerializer(many=True)


class SuspendedGamesView(TournamentView):
    @describe_endpoint(SuspendedGamesSerializer, operation_id="suspended_games")
    def get(self, request: Request, slug: str) -> Response:
        """Return every suspended game with its completion ruling, and the order for teams with several games."""
        suspended = read_suspended_games(self.tournament)
        document = {"games": suspended.games, "orders": suspended.completion_orders}
        return Response(SuspendedGamesSerializer(document).data)


class _SuspendedGameView(TournamentView):
    def suspended(self) -> SuspendedGame:
        game = read_suspended_games(self.tournament).find(self.kwargs["game_id"])
        if game is None:
            raise Http404
        return game

    def suspended_to_change(self) -> SuspendedGame:
        """Return the game, if the viewer is staff or a manager of either team."""
        suspended = self.suspended()
        self.require_team(*suspended.game.series.playing_team_ids)
        return suspended

    def answer(self) -> Response:
        return Response(SuspendedGameSerializer(self.suspended()).data)


class DescriptionSerializer(serializers.Serializer[Any]):
    """The situation at the suspension. `left_game` lists the cards of players who have left."""

    bottom = serializers.BooleanField()
    outs = serializers.IntegerField(min_value=0, max_value=MAX_OUTS)
    situation = serializers.CharField(max_length=300, default="", allow_blank=True, help_text="runners and batter")
    home_line_up = serializers.CharField(max_length=600, default="", allow_blank=True)
    away_line_up = serializers.CharField(max_length=600, default="", allow_blank=True)
    left_game = serializers.ListField(child=RowField(), default=list, max_length=60)


class SuspendedGameView(_SuspendedGameView):
    roles: ClassVar = {"GET": "public", "PUT": "manager"}

    @describe_endpoint(SuspendedGameSerializer)
    def get(self, request: Request, slug: str, game_id: int) -> Response:
        """Return a suspended game. Respond with 404 after it is finished."""
        return self.answer()

    @describe_endpoint(SuspendedGameSerializer, body=DescriptionSerializer)
    def put(self, request: Request, slug: str, game_id: int) -> Response:
        """Describe the point of suspension, as a manager of either team or as staff."""
        game, data = self.suspended_to_change().game, self.body(DescriptionSerializer)
        is_bottom = data.pop("bottom")
        describe_suspension(game=game, actor=self.actor, is_bottom=is_bottom, **data)
        return self.answer()


class StandInSerializer(serializers.Serializer[Any]):
    team = RowField()
    name = serializers.CharField(max_length=400, allow_blank=True, help_text="empty for the team itself")
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)


class StandInView(_SuspendedGameView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(SuspendedGameSerializer, body=StandInSerializer)
    def post(self, request: Request, slug: str, game_id: int) -> Response:
        """Name the person who finishes the game for a team."""
        game, data = self.suspended_to_change().game, self.body(StandInSerializer)
        team = {game.home_id: game.home, game.away_id: game.away}.get(data["team"])
        if team is None:
            raise Refused(SuspensionRefusal.NOT_IN_SERIES, field="team")
        name_stand_in(game=game, team=team, name=data["name"], actor=self.actor, reason=data["reason"].strip())
        return self.answer()


class AgreementSerializer(serializers.Serializer[Any]):
    team = RowField()
    agrees = serializers.BooleanField(default=True)


class AgreeView(_SuspendedGameView):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(SuspendedGameSerializer, body=AgreementSerializer)
    def post(self, request: Request, slug: str, game_id: int) -> Response:
        """Agree to finish an optional game, or withdraw the agreement. Staff can do this for either team."""
        game, data = self.suspended_to_change().game, self.body(AgreementSerializer)
        teams = {team.pk: team for team in teams_that_may_agree(self.viewer, game)}
        if data["team"] not in teams:
            raise Refused(SuspensionRefusal.OTHER_TEAM, field="team")
        agree_to_finish(game=game, team=teams[data["team"]], actor=self.actor, agrees=data["agrees"])
        return self.answer()


class OrderRollSerializer(serializers.Serializer[Any]):
    opponent = RowField()
    roll = serializers.IntegerField(min_value=D20.fewest, max_value=D20.most)


class OrderRollsSerializer(serializers.Serializer[Any]):
    rolls = serializers.ListField(
        child=OrderRollSerializer(), required=False, max_length=60, help_text="if omitted, Pennant rolls"
    )


class CompletionOrderView(TournamentView):
    roles: ClassVar = {"POST": "staff"}

    @describe_endpoint(SuspendedGamesSerializer, body=OrderRollsSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Roll a d20 to decide the first opponent of a team, or record rolls made in person."""
        get_object_or_404(Team, tournament=self.tournament, pk=team_id)
        suspended = read_suspended_games(self.tournament)
        order = next((order for order in suspended.completion_orders if order.team.pk == team_id), None)
        if order is None:
            raise Refused(SuspensionRefusal.ORDER_SETTLED)
        rolls = self.body(OrderRollsSerializer).get("rolls")
        games = [row.game for row in suspended.games if order.team in (row.game.home, row.game.away)]
        roll_for_order(
            turn=order,
            games=games,
            actor=self.actor,
            rolls={entry["opponent"]: entry["roll"] for entry in rolls} if rolls else None,
        )
        suspended = read_suspended_games(self.tournament)
        document = {"games": suspended.games, "orders": suspended.completion_orders}
        return Response(SuspendedGamesSerializer(document).data)
