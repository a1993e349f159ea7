"""API for box scores of games played with the engine."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from core.api.tables import row_serializer
from games.queries.box_scores import BATTING, PITCHING, GameBox, box_scores_in_series
from tournaments.api.series import SeriesView

BatterInGameSerializer = row_serializer("BatterInGameSerializer", BATTING.without("games"))
PitcherInGameSerializer = row_serializer("PitcherInGameSerializer", PITCHING.without("games"))


class TeamBoxSerializer(serializers.Serializer[Any]):
    batting = BatterInGameSerializer(many=True, source="batting.items")
    pitching = PitcherInGameSerializer(many=True, source="pitching.items")


class SwingSerializer(serializers.Serializer[Any]):
    """A play with the home team's chance to win before and after the play, from 0 to 1."""

    half = serializers.IntegerField(help_text="number of half-innings before this one")
    play = serializers.CharField(source="title")
    before = serializers.FloatField()
    after = serializers.FloatField()


class BoxScoreSerializer(serializers.Serializer[Any]):
    """A game's box score."""

    game = serializers.IntegerField(source="game.number")
    away = serializers.IntegerField(source="game.away_id")
    home = serializers.IntegerField(source="game.home_id")
    boxes = TeamBoxSerializer(many=True, source="teams", help_text="for the visitors and the home team")
    win_chances = serializers.SerializerMethodField(help_text="after every play; empty if no chances were saved")

    @extend_schema_field(SwingSerializer(many=True))
    def get_win_chances(self, box: GameBox) -> Any:
        return SwingSerializer(box.chances.swings if box.chances else (), many=True).data


class BoxScoresView(SeriesView):
    @describe_endpoint(BoxScoreSerializer(many=True))
    def get(self, request: Request, slug: str, series_id: int) -> Response:
        """Return the box scores of a series' games played with the engine."""
        boxes = box_scores_in_series(self.series(series_id))
        return Response(BoxScoreSerializer(boxes, many=True).data)
