"""Season points and champions in the API."""

from typing import ClassVar

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from club.models import FIRST_YEAR, LAST_YEAR
from club.queries.champions import CHAMPIONS, champions
from club.queries.season_view import SEASON, season_rows
from core.api.base import NumberedPages, describe_endpoint
from core.api.tables import row_serializer
from tournaments.api.base import ResourceView

SeasonRowSerializer = row_serializer("SeasonRowSerializer", SEASON)
ChampionSerializer = row_serializer("ChampionSerializer", CHAMPIONS)


class SeasonView(ResourceView):
    roles: ClassVar = {"GET": "public"}
    pagination_class = NumberedPages

    @describe_endpoint(SeasonRowSerializer(many=True), operation_id="season_points")
    def get(self, request: Request, year: int) -> Response:
        """The season points of a year, most points first. Only people who agreed to be listed are named."""
        if not FIRST_YEAR <= year <= LAST_YEAR:
            raise Http404
        return self.pages(season_rows(year, is_organizer=self.viewer.is_organiser), SeasonRowSerializer)


class ChampionsView(ResourceView):
    roles: ClassVar = {"GET": "public"}
    pagination_class = NumberedPages

    @describe_endpoint(ChampionSerializer(many=True), operation_id="champions_all")
    def get(self, request: Request) -> Response:
        """The champions of all finished tournaments, newest first."""
        return self.pages(champions(), ChampionSerializer)
