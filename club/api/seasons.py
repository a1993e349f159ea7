"""API endpoints for season points, champions and records."""

from typing import Any, ClassVar

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.models import FIRST_YEAR, LAST_YEAR
from club.queries.champions import CHAMPIONS, champions
from club.queries.newest import club_state
from club.queries.records import DRAFTED_PLAYERS, best_marks, drafted_players
from club.queries.season_view import SEASON, season_rows
from core.api.base import NumberedPages, describe_endpoint
from core.api.list_filters import table_ordering, table_search
from core.api.tables import row_serializer
from tournaments.api.base import ResourceView

SeasonRowSerializer = row_serializer("SeasonRowSerializer", SEASON)
DraftedPlayerSerializer = row_serializer("DraftedPlayerSerializer", DRAFTED_PLAYERS)
ChampionSerializer = row_serializer("ChampionSerializer", CHAMPIONS)


class SeasonView(ResourceView):
    roles: ClassVar = {"GET": "public"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = table_ordering(SEASON)
    search_fields = ("name", "region")

    @describe_endpoint(SeasonRowSerializer(many=True), operation_id="season_points")
    def get(self, request: Request, year: int) -> Response:
        """Return a year's season points, most points first. Only people who agreed to be listed are named."""
        if not FIRST_YEAR <= year <= LAST_YEAR:
            raise Http404
        return self.pages(season_rows(year, club_state(), is_organizer=self.viewer.is_organizer), SeasonRowSerializer)


class RecordSerializer(serializers.Serializer[Any]):
    """A record mark with its holder."""

    mark = serializers.FloatField()
    managers = serializers.CharField()
    team = serializers.CharField()
    tournament = serializers.CharField(source="slug", allow_null=True, help_text="slug; null for an imported result")
    title = serializers.CharField(help_text="name of the tournament")


class RecordsSerializer(serializers.Serializer[Any]):
    """The best marks in one category, such as wins."""

    kind = serializers.CharField()
    title = serializers.CharField()
    marks = RecordSerializer(many=True)


class RecordsView(ResourceView):
    roles: ClassVar = {"GET": "public"}

    @describe_endpoint(RecordsSerializer(many=True), operation_id="records_all")
    def get(self, request: Request) -> Response:
        """Return the all-time records for wins, streaks, shutouts, pitching and playoff wins in one tournament."""
        kinds = [{"kind": kind.key, "title": kind.title, "marks": marks} for kind, marks in best_marks().items()]
        return Response(RecordsSerializer(kinds, many=True).data)


class DraftedPlayersQuery(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, max_length=80, help_text="part of the player's name")
    season = serializers.IntegerField(required=False, min_value=1, max_value=LAST_YEAR, help_text="year of the cards")


class DraftedPlayersView(ResourceView):
    roles: ClassVar = {"GET": "public"}
    query = DraftedPlayersQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = table_ordering(DRAFTED_PLAYERS)
    search_fields = table_search(DRAFTED_PLAYERS)

    @describe_endpoint(DraftedPlayerSerializer(many=True), query=DraftedPlayersQuery, operation_id="drafted_players")
    def get(self, request: Request) -> Response:
        """Return the players drafted most often across all tournaments, by card season, with their average pick."""
        players = drafted_players(self.query_fields.get("name", ""), self.query_fields.get("season"))
        return self.pages(players, DraftedPlayerSerializer)


class ChampionsView(ResourceView):
    roles: ClassVar = {"GET": "public"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = table_ordering(CHAMPIONS)
    search_fields = table_search(CHAMPIONS)

    @describe_endpoint(ChampionSerializer(many=True), operation_id="champions_all")
    def get(self, request: Request) -> Response:
        """Return the champions of all finished tournaments, newest first."""
        return self.pages(champions(), ChampionSerializer)
