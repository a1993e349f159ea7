"""Hypothetical standings in the API. Nothing is saved."""

from typing import Any, ClassVar

from django.http import QueryDict
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField, describe_endpoint
from tournaments.api.series import DivisionView
from tournaments.api.standings import DivisionStandingsSerializer
from tournaments.queries.supposed_ties import SupposedTie
from tournaments.queries.what_if import TIE, WhatIf

_MOST_ANSWERS = 2000


class SupposedGameSerializer(serializers.Serializer[Any]):
    series = RowField()
    number = serializers.IntegerField(min_value=1, max_value=99)
    winner = RowField(allow_null=True, help_text="a team's id; null for a tie")


class TieAnswerSerializer(serializers.Serializer[Any]):
    """A supposed tiebreaker result: a game's winner, or a round of d20 rolls by team."""

    tie = serializers.CharField(max_length=400)
    winner = RowField(required=False)
    rolls = serializers.DictField(child=serializers.IntegerField(min_value=1, max_value=20), required=False)


class SuppositionsSerializer(serializers.Serializer[Any]):
    games = serializers.ListField(child=SupposedGameSerializer(), default=list, max_length=_MOST_ANSWERS)
    drops_out = RowField(required=False, help_text="a team that drops out after its last round")
    ties = serializers.ListField(child=TieAnswerSerializer(), default=list, max_length=200)


class OpenSeriesSerializer(serializers.Serializer[Any]):
    series = serializers.IntegerField(source="series.pk")
    home = serializers.IntegerField(source="series.home_id")
    away = serializers.IntegerField(source="series.away_id")
    outcomes = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        help_text="each game's winner, H or A as in game 1, or T for a tie; empty if undecided",
    )


class SupposedTieSerializer(serializers.Serializer[SupposedTie]):
    tie = serializers.CharField(source="name", help_text="the name to use in the response")
    title = serializers.CharField()
    teams = serializers.SerializerMethodField()
    by_game = serializers.BooleanField(help_text="broken by a game; otherwise by d20 rolls")
    is_open = serializers.BooleanField()

    def get_teams(self, tie: SupposedTie) -> list[int]:
        return [team.pk for team in tie.teams]


class WhatIfSerializer(serializers.Serializer[WhatIf]):
    """The hypothetical standings, the incomplete series and the remaining ties."""

    standings = serializers.SerializerMethodField()
    series = serializers.SerializerMethodField()
    ties = SupposedTieSerializer(many=True)

    @extend_schema_field(DivisionStandingsSerializer(allow_null=True))
    def get_standings(self, supposed: WhatIf) -> Any:
        return DivisionStandingsSerializer(supposed.table).data if supposed.table else None

    @extend_schema_field(OpenSeriesSerializer(many=True))
    def get_series(self, supposed: WhatIf) -> Any:
        rows = [{"series": row.series, "outcomes": [game.outcome for game in row.games]} for row in supposed.left]
        return OpenSeriesSerializer(rows, many=True).data


class WhatIfView(DivisionView):
    writes_nothing = True
    roles: ClassVar = {"POST": "public"}

    @describe_endpoint(WhatIfSerializer, body=SuppositionsSerializer)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Return the standings with supposed results, as on the “What if” page. Nothing is saved."""
        division = self.division(division_id)
        answers = _answers(self.body(SuppositionsSerializer))
        return Response(WhatIfSerializer(WhatIf(self.tournament, division, answers)).data)


def _answers(data: dict[str, Any]) -> QueryDict:
    """Return the suppositions as form data, in the format of the page's form."""
    answers = QueryDict(mutable=True)
    for game in data["games"]:
        answers[f"g{game['series']}_{game['number']}"] = TIE if game["winner"] is None else str(game["winner"])
    if "drops_out" in data:
        answers["drops_out"] = str(data["drops_out"])
    for answer in data["ties"]:
        if "winner" in answer:
            answers[answer["tie"]] = str(answer["winner"])
        for team, roll in answer.get("rolls", {}).items():
            answers.appendlist(f"{answer['tie']}_{team}", str(roll))
    return answers
