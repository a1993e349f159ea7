"""API endpoints for baseball players' statistics across all tournaments."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.models import LAST_YEAR, Ballplayer, PlayerTotals
from club.queries.player_statistics import (
    STATISTICS,
    PlayerFilters,
    StatisticsKind,
    careers,
    lines_table,
    player_totals,
    years_table,
)
from core.api.base import NumberedPages, describe_endpoint
from core.api.tables import row_serializer
from tournaments.api.base import ResourceView

_BATTING, _PITCHING = STATISTICS["batting"], STATISTICS["pitching"]
PlayerBattingSerializer = row_serializer("PlayerBattingSerializer", _BATTING.table)
PlayerPitchingSerializer = row_serializer("PlayerPitchingSerializer", _PITCHING.table)


class PlayersQuery(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, max_length=80, help_text="part of the player's name")
    season = serializers.IntegerField(required=False, min_value=1, max_value=LAST_YEAR, help_text="year of the cards")
    year = serializers.IntegerField(required=False, min_value=1, max_value=LAST_YEAR, help_text="of the tournaments")


def _sort_field(kind: StatisticsKind) -> serializers.ChoiceField:
    choices = [key for column in kind.columns_by_sort for key in (column, f"-{column}")]
    return serializers.ChoiceField(
        choices=choices, required=False, default=kind.usual_sort, help_text="best first; with - in reverse order"
    )


class PlayerBattingQuery(PlayersQuery):
    sort = _sort_field(_BATTING)


class PlayerPitchingQuery(PlayersQuery):
    sort = _sort_field(_PITCHING)


class _PlayersView(ResourceView):
    roles: ClassVar = {"GET": "public"}
    pagination_class = NumberedPages

    def totals(self, kind: StatisticsKind) -> QuerySet[PlayerTotals]:
        filters = PlayerFilters(
            self.query_fields.get("year", 0), self.query_fields.get("name", ""), self.query_fields.get("season", 0)
        )
        return player_totals(kind, filters, self.query_fields["sort"])


class PlayerBattingView(_PlayersView):
    query = PlayerBattingQuery

    @describe_endpoint(PlayerBattingSerializer(many=True), query=PlayerBattingQuery, operation_id="players_batting")
    def get(self, request: Request) -> Response:
        """Return players' batting across all tournaments, by card season.

        When sorted by a percentage or average, the list includes only players with 100 at-bats, unless `name` is sent.
        """
        return self.pages(self.totals(_BATTING), PlayerBattingSerializer)


class PlayerPitchingView(_PlayersView):
    query = PlayerPitchingQuery

    @describe_endpoint(PlayerPitchingSerializer(many=True), query=PlayerPitchingQuery, operation_id="players_pitching")
    def get(self, request: Request) -> Response:
        """Return players' pitching across all tournaments, by card season.

        When sorted by earned run average, the list includes only players with 30 innings, unless `name` is sent.
        """
        return self.pages(self.totals(_PITCHING), PlayerPitchingSerializer)


class BallplayerBattingSerializer(serializers.Serializer[Any]):
    """Batting by year and by tournament."""

    years = row_serializer("BattingYearSerializer", years_table(_BATTING))(many=True)
    lines = row_serializer("BattingLineSerializer", lines_table(_BATTING))(many=True)


class BallplayerPitchingSerializer(serializers.Serializer[Any]):
    """Pitching by year and by tournament."""

    years = row_serializer("PitchingYearSerializer", years_table(_PITCHING))(many=True)
    lines = row_serializer("PitchingLineSerializer", lines_table(_PITCHING))(many=True)


class BallplayerSerializer(serializers.Serializer[Any]):
    """A baseball player from one season's cards."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    season = serializers.IntegerField(allow_null=True, help_text="year of the cards")
    batting = BallplayerBattingSerializer()
    pitching = BallplayerPitchingSerializer()


class BallplayerView(ResourceView):
    roles: ClassVar = {"GET": "public"}

    @describe_endpoint(BallplayerSerializer, operation_id="ballplayer")
    def get(self, request: Request, player_id: int) -> Response:
        """Return a player's statistics by year and by tournament. Only managers who agreed to be listed are named."""
        player = get_object_or_404(Ballplayer, pk=player_id)
        facts = {"id": player.pk, "name": player.name, "season": player.season or None}
        by_kind = {career.kind.key: career for career in careers(player)}
        return Response(BallplayerSerializer(facts | by_kind).data)
