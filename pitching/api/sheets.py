"""The API's pitching sheets, eligibility boards and planner; all of it reads."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField, describe_endpoint
from core.api.tables import row_serializer
from games.api.results import InningsField
from games.queries.carry_over import format_of
from games.queries.resumption import stopped_games
from games.queries.usage import usage_of_teams
from pitching.queries.board import board_of_division, board_of_team
from pitching.queries.board_table import BOARD
from pitching.queries.planner import GAMES_AHEAD, plan_of_team, planned_outing
from pitching.queries.sheet_table import GAME, PITCHER
from pitching.queries.sheets import sheet_of_team
from rules_engine.eligibility.pitching import Appearance
from rules_engine.innings import format_innings
from tournaments.api.base import TournamentView
from tournaments.models import Division, Team

ColumnSerializer = row_serializer("ColumnSerializer", GAME)


class SheetSignatureSerializer(serializers.Serializer[Any]):
    signer = serializers.CharField()
    signed_at = serializers.DateTimeField()
    code = serializers.CharField()
    stands = serializers.BooleanField()
    broken_reason = serializers.CharField()


class BlockSerializer(serializers.Serializer[Any]):
    """The columns of one series, and the opponent's signature."""

    series = serializers.IntegerField(source="series_id")
    stage = serializers.CharField()
    round = serializers.IntegerField()
    opponent = serializers.CharField()
    columns = ColumnSerializer(many=True)
    signature = SheetSignatureSerializer(allow_null=True)


class SheetCellSerializer(serializers.Serializer[Any]):
    innings = serializers.CharField(help_text="empty where he did not pitch")
    starts = serializers.BooleanField()
    marks = serializers.ListField(child=serializers.IntegerField(), help_text="numbers of footnotes")


SheetRowSerializer = row_serializer(
    *("SheetRowSerializer", PITCHER),
    cells=SheetCellSerializer(many=True, help_text="one for each column of all blocks, in order"),
)


class FootnoteSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    text = serializers.CharField()
    is_fault = serializers.BooleanField(help_text="a breach that nobody has accepted")


class RequirementSerializer(serializers.Serializer[Any]):
    """What a ruling requires of the team; `games` are the first and the last column that it binds."""

    code = serializers.CharField()
    rule = serializers.CharField(source="ruling.rule")
    sentence = serializers.CharField(source="ruling.reason")
    games = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class SheetSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField(source="team.pk")
    name = serializers.CharField(source="team.name")
    managers = serializers.ListField(child=serializers.CharField())
    park = serializers.CharField()
    blocks = BlockSerializer(many=True)
    rows = SheetRowSerializer(many=True)
    footnotes = FootnoteSerializer(many=True)
    requirements = RequirementSerializer(many=True)


class PitcherOnBoardSerializer(row_serializer("BoardRow", BOARD)):  # type: ignore[misc]
    """One pitcher before the next game, each answer with its ruling."""


class LeftOfSuspendedSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField(source="card_id")
    name = serializers.CharField()
    left = serializers.CharField(help_text="innings that he may pitch when it goes on, as his sheet stands")
    takes = serializers.ListField(
        child=serializers.CharField(), help_text="for each of `games`: what an inning of relief and a start would take"
    )


class ResumptionForecastSerializer(serializers.Serializer[Any]):
    """A suspended game of the team, and those of its next games that count against it (T33.0)."""

    game = serializers.IntegerField(help_text="the column of the suspended game")
    games = serializers.ListField(child=serializers.IntegerField())
    rows = LeftOfSuspendedSerializer(many=True)


class TeamBoardSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField(source="team_id")
    name = serializers.CharField(source="team")
    game = serializers.IntegerField(help_text="the number of the team's next game")
    rows = PitcherOnBoardSerializer(many=True)
    suspended = ResumptionForecastSerializer(many=True)


class _OfTeam(TournamentView):
    def team(self, team_id: int) -> Team:
        found = Team.objects.select_related("tournament", "division")
        return get_object_or_404(found, tournament=self.tournament, pk=team_id)


class SheetView(_OfTeam):
    @describe_endpoint(SheetSerializer)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """The pitching sheet: columns by game begun, a row for each pitcher, footnotes and signatures."""
        return Response(SheetSerializer(sheet_of_team(self.team(team_id))).data)


class TeamBoardView(_OfTeam):
    @describe_endpoint(TeamBoardSerializer)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Who may start and relieve in the team's next game, and how long."""
        return Response(TeamBoardSerializer(board_of_team(self.team(team_id))).data)


class DivisionBoardView(TournamentView):
    @describe_endpoint(TeamBoardSerializer(many=True))
    def get(self, request: Request, slug: str, division_id: int) -> Response:
        """The boards of a division's teams, by name."""
        found = Division.objects.select_related("tournament")
        division = get_object_or_404(found, tournament=self.tournament, pk=division_id)
        return Response(TeamBoardSerializer(board_of_division(division), many=True).data)


class PlannedSerializer(serializers.Serializer[Any]):
    game = serializers.IntegerField(
        min_value=1, max_value=GAMES_AHEAD, help_text="1 is the next game, 2 the one after it"
    )
    card = RowField()
    innings = InningsField()
    starts = serializers.BooleanField(default=False)


class PlanEntrySerializer(serializers.Serializer[Any]):
    outings = serializers.ListField(child=PlannedSerializer(), max_length=200)


class PlannedCellSerializer(serializers.Serializer[Any]):
    may_start = serializers.BooleanField()
    start_ruling = serializers.CharField()
    may_relieve = serializers.BooleanField()
    relief_innings = serializers.CharField()
    relief_ruling = serializers.CharField()
    planned = serializers.CharField(help_text="what is planned, such as 1.2")
    allowed = serializers.BooleanField(allow_null=True, help_text="whether the plan is legal; null where none is made")
    ruling = serializers.CharField()
    takes = serializers.ListField(
        child=serializers.CharField(), help_text="what it takes from each suspended game that it counts against"
    )


class PlanRowSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField()
    name = serializers.CharField()
    cells = PlannedCellSerializer(many=True, help_text="one for each game")


class PlanSerializer(serializers.Serializer[Any]):
    games = serializers.ListField(child=serializers.IntegerField())
    rows = PlanRowSerializer(many=True)


class PlanView(_OfTeam):
    roles: ClassVar = {"POST": "public"}

    @describe_endpoint(PlanSerializer, body=PlanEntrySerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """What the next games would be if these outings were pitched. Nothing is written."""
        team, given = self.team(team_id), self.body(PlanEntrySerializer)["outings"]
        usage = usage_of_teams(team.pk)[team.pk]
        planned: list[dict[int, Appearance]] = [{} for _ in range(GAMES_AHEAD)]
        written: dict[tuple[int, int], str] = {}
        for place, one in enumerate(given):
            if one["card"] not in usage.pitchers or usage.pitchers[one["card"]].card is None:
                raise serializers.ValidationError(
                    {f"outings.{place}.card": ["This pitcher is not on the team's roster."]}
                )
            planned[one["game"] - 1][one["card"]] = planned_outing(one["innings"], starts=one["starts"])
            written[one["game"] - 1, one["card"]] = format_innings(one["innings"])
        stopped = stopped_games([usage]).get(team.pk, [])
        plan = plan_of_team(usage, format_of(self.tournament), planned, written, stopped)
        rows = [
            {"card": row.card_id, "name": row.name, "cells": [_cell(cell) for cell in row.cells]} for row in plan.rows
        ]
        return Response(PlanSerializer({"games": plan.games, "rows": rows}).data)


def _cell(cell: Any) -> Mapping[str, Any]:
    able = cell.available
    return {
        "may_start": bool(able.start),
        "start_ruling": str(able.start),
        "may_relieve": bool(able.relief),
        "relief_innings": format_innings(able.relief_outs),
        "relief_ruling": str(able.relief),
        "planned": cell.planned,
        "allowed": bool(cell.ruling) if cell.ruling is not None else None,
        "ruling": str(cell.ruling) if cell.ruling is not None else "",
        "takes": cell.takes,
    }
