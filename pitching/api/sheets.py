"""Read-only API endpoints for pitching sheets, eligibility boards and the planner."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField, describe_endpoint
from core.api.tables import row_serializer
from games.api.results import InningsField
from games.queries.carry_over import carryover_rules
from games.queries.resumption import stopped_games
from games.queries.usage import usage_of_teams
from pitching.queries.board import BOARD, division_boards, team_board
from pitching.queries.planner import GAMES_AHEAD, Plan, PlannedCell, build_plan, planned_outing
from pitching.sheet.columns import GAME, PITCHER
from pitching.sheet.read import read_sheet
from rules_engine.eligibility.pitching import Appearance
from rules_engine.innings import format_innings
from tournaments.api.base import TournamentView
from tournaments.models import Division, Team

ColumnSerializer = row_serializer("ColumnSerializer", GAME)


class SheetSignatureSerializer(serializers.Serializer[Any]):
    signer = serializers.CharField()
    signed_at = serializers.DateTimeField()
    code = serializers.CharField()
    stands = serializers.BooleanField(source="is_valid")
    broken_reason = serializers.CharField()


class BlockSerializer(serializers.Serializer[Any]):
    """A series' columns, and the opponent's signature."""

    series = serializers.IntegerField(source="series_id")
    stage = serializers.CharField()
    round = serializers.IntegerField()
    opponent = serializers.CharField()
    columns = ColumnSerializer(many=True)
    signature = SheetSignatureSerializer(allow_null=True)


class SheetCellSerializer(serializers.Serializer[Any]):
    innings = serializers.CharField(help_text="empty if he did not pitch")
    starts = serializers.BooleanField()
    marks = serializers.ListField(child=serializers.IntegerField(), help_text="footnote numbers")


SheetRowSerializer = row_serializer(
    "SheetRowSerializer",
    PITCHER,
    cells=SheetCellSerializer(
        many=True,
        help_text="one for each column of all blocks, in order",
    ),
)


class FootnoteSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    text = serializers.CharField()
    is_fault = serializers.BooleanField(help_text="a violation that no one has accepted")


class RequirementSerializer(serializers.Serializer[Any]):
    """A ruling's requirement for the team. `games` has the first and last column that it applies to."""

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


class BoardRowSerializer(row_serializer("BoardRow", BOARD)):  # type: ignore[misc]
    """A pitcher's availability in the next game, with its rulings."""


class ResumptionRowSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField(source="card_id")
    name = serializers.CharField()
    left = serializers.CharField(
        source="innings_left",
        help_text="innings he may pitch when the game resumes, if he rests until then",
    )
    takes = serializers.ListField(
        source="uses",
        child=serializers.CharField(),
        help_text="for each of `games`: what a relief inning and a start would use up",
    )


class ResumptionForecastSerializer(serializers.Serializer[Any]):
    """One of the team's suspended games, and the upcoming games that count against it (T33.0)."""

    game = serializers.IntegerField(help_text="the column of the suspended game")
    games = serializers.ListField(child=serializers.IntegerField())
    rows = ResumptionRowSerializer(many=True)


class TeamBoardSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField(source="team_id")
    name = serializers.CharField(source="team")
    game = serializers.IntegerField(help_text="the number of the team's next game")
    rows = BoardRowSerializer(many=True)
    suspended = ResumptionForecastSerializer(many=True)


class _TeamView(TournamentView):
    def team(self, team_id: int) -> Team:
        teams = Team.objects.select_related("tournament", "division")
        return get_object_or_404(teams, tournament=self.tournament, pk=team_id)


class SheetView(_TeamView):
    @describe_endpoint(SheetSerializer)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Return the pitching sheet, with columns in order of play, pitchers, footnotes and signatures."""
        return Response(SheetSerializer(read_sheet(self.team(team_id))).data)


class TeamBoardView(_TeamView):
    @describe_endpoint(TeamBoardSerializer)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Return the pitchers who can start or relieve in the team's next game, with their innings."""
        return Response(TeamBoardSerializer(team_board(self.team(team_id))).data)


class DivisionBoardView(TournamentView):
    @describe_endpoint(TeamBoardSerializer(many=True))
    def get(self, request: Request, slug: str, division_id: int) -> Response:
        """Return the boards for a division's teams, sorted by name."""
        divisions = Division.objects.select_related("tournament")
        division = get_object_or_404(divisions, tournament=self.tournament, pk=division_id)
        return Response(TeamBoardSerializer(division_boards(division), many=True).data)


class PlannedOutingSerializer(serializers.Serializer[Any]):
    game = serializers.IntegerField(
        min_value=1, max_value=GAMES_AHEAD, help_text="1 is the next game, 2 the game after that"
    )
    card = RowField()
    innings = InningsField()
    starts = serializers.BooleanField(default=False)


class PlanEntrySerializer(serializers.Serializer[Any]):
    outings = serializers.ListField(child=PlannedOutingSerializer(), max_length=200)


class PlannedCellSerializer(serializers.Serializer[Any]):
    may_start = serializers.BooleanField()
    start_ruling = serializers.CharField()
    may_relieve = serializers.BooleanField()
    relief_innings = serializers.CharField()
    relief_ruling = serializers.CharField()
    planned = serializers.CharField(help_text="the planned innings, such as 1.2")
    allowed = serializers.BooleanField(allow_null=True, help_text="whether the plan is legal; null without a plan")
    ruling = serializers.CharField()
    takes = serializers.ListField(
        child=serializers.CharField(),
        help_text="what the appearance uses up in each suspended game it counts against",
    )


class PlanRowSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField()
    name = serializers.CharField()
    cells = PlannedCellSerializer(many=True, help_text="one for each game")


class PlanSerializer(serializers.Serializer[Any]):
    games = serializers.ListField(child=serializers.IntegerField())
    rows = PlanRowSerializer(many=True)


class PlanView(_TeamView):
    writes_nothing = True
    roles: ClassVar = {"POST": "public"}

    @describe_endpoint(PlanSerializer, body=PlanEntrySerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Return the state of the next games after these planned appearances. Nothing is saved."""
        team = self.team(team_id)
        usage = usage_of_teams(team.pk)[team.pk]
        planned: list[dict[int, Appearance]] = [{} for _ in range(GAMES_AHEAD)]
        written: dict[tuple[int, int], str] = {}
        for index, outing in enumerate(self.body(PlanEntrySerializer)["outings"]):
            card = outing["card"]
            if card not in usage.pitchers or usage.pitchers[card].card is None:
                error = "This pitcher is not on the team's roster."
                raise serializers.ValidationError({f"outings.{index}.card": [error]})
            game_index = outing["game"] - 1
            innings = outing["innings"]
            planned[game_index][card] = planned_outing(innings, starts=outing["starts"])
            written[game_index, card] = format_innings(innings)
        stopped = stopped_games([usage]).get(team.pk, [])
        carryover = carryover_rules(self.tournament)
        plan = build_plan(usage, carryover, planned, written, stopped)
        return Response(PlanSerializer({"games": plan.games, "rows": _plan_rows(plan)}).data)


def _plan_rows(plan: Plan) -> list[dict[str, Any]]:
    return [
        {
            "card": row.card_id,
            "name": row.name,
            "cells": [_plan_cell(cell) for cell in row.cells],
        }
        for row in plan.rows
    ]


def _plan_cell(cell: PlannedCell) -> Mapping[str, Any]:
    available = cell.available
    ruling = cell.ruling
    return {
        "may_start": bool(available.start),
        "start_ruling": str(available.start),
        "may_relieve": bool(available.relief),
        "relief_innings": format_innings(available.relief_outs),
        "relief_ruling": str(available.relief),
        "planned": cell.planned,
        "allowed": bool(ruling) if ruling is not None else None,
        "ruling": str(ruling) if ruling is not None else "",
        "takes": cell.relief_used,
    }
