"""API for a tournament's player statistics, based on games played with the engine."""

from operator import itemgetter
from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, describe_endpoint
from core.api.list_filters import table_ordering, table_search
from core.api.tables import row_serializer
from games.queries.box_scores import BATTING, PITCHING, batting_leaders, pitching_leaders
from tournaments.api.base import TournamentView


class BatterSerializer(row_serializer("BatterRow", BATTING)):  # type: ignore[misc]
    """A batter with season totals."""


class PitcherSerializer(row_serializer("PitcherRow", PITCHING)):  # type: ignore[misc]
    """A pitcher with season totals."""


class BattersView(TournamentView):
    pagination_class = NumberedPages
    ordering_fields: ClassVar = table_ordering(BATTING)
    search_fields = table_search(BATTING)

    @describe_endpoint(BatterSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the batters in games played with the engine, sorted by hits."""
        return self.pages(batting_leaders(self.tournament), BatterSerializer)


class PitchersView(TournamentView):
    pagination_class = NumberedPages
    ordering_fields: ClassVar = {**table_ordering(PITCHING), "innings": itemgetter("outs")}
    search_fields = table_search(PITCHING)

    @describe_endpoint(PitcherSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the pitchers in games played with the engine, sorted by innings."""
        return self.pages(pitching_leaders(self.tournament), PitcherSerializer)
