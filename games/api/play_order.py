"""API for starting a series, which sets its place in both teams' orders of play (T10.2)."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from tournaments.api.series import SeriesSerializer, SeriesView
from tournaments.services.order_of_play import start_series


class StartView(SeriesView):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(SeriesSerializer)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Start the series before its first result, so that it precedes series started later."""
        series = self.series(series_id)
        self.require_team(*series.playing_team_ids)
        start_series(series=series, actor=self.actor)
        return Response(SeriesSerializer(self.series(series_id)).data)
