"""API views for a series' tables: open the next game's table or resume a suspended game."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from play.api.table_serializers import StartedTableSerializer
from play.models import TableGame
from play.queries.series_tables import own_side, require_player, tables_of_series
from play.services.resumption import resume_game
from play.services.seats import seat_token, sit_down
from play.services.series_games import open_series_game
from play.services.starting import prepare_or_enqueue
from tournaments.api.base import TournamentView
from tournaments.models import Series


class SeriesTableSerializer(serializers.Serializer[Any]):
    """The table of a series game. `entered_as` is the game's number in the series."""

    id = serializers.CharField(source="public_id")
    state = serializers.CharField(help_text="as in the view of the table")
    away = serializers.CharField(source="away_name")
    home = serializers.CharField(source="home_name")
    entered_as = serializers.IntegerField(allow_null=True)


class SeriesTablesSerializer(serializers.Serializer[Any]):
    tables = SeriesTableSerializer(many=True)


class OpenTableSerializer(serializers.Serializer[Any]):
    """Options for opening a table. With `is_shared`, your device keeps score for both teams, with real dice (T0.03)."""

    is_shared = serializers.BooleanField(default=False)


class _SeriesTableView(TournamentView):
    """Base class for views of a series' tables."""

    def own_series(self, series_id: int) -> Series:
        """Return the series if the viewer plays in it or is on the staff."""
        series = get_object_or_404(Series, pk=series_id, tournament=self.tournament)
        self.allow(lambda: require_player(self.viewer, series))
        return series

    def seat_at(self, series: Series, game: TableGame) -> dict[str, Any]:
        """Seat the viewer's team if its seat is free, and return the table with the seat's token."""
        side = own_side(self.viewer, series, game)
        seats = game.seats.filter(team=side) if side is not None else game.seats.none()
        tokens = []
        for seat in seats.select_related("game"):
            if not seat.device_key:
                sit_down(seat=seat)
                seat.refresh_from_db()  # the seat's first device gets a new token
            tokens.append({"team": seat.team, "token": seat_token(seat)})
        return {"id": game.public_id, "tokens": tokens}


class SeriesTablesView(_SeriesTableView):
    roles: ClassVar = {"GET": "public", "POST": "manager"}

    @describe_endpoint(SeriesTablesSerializer)
    def get(self, request: Request, slug: str, series_id: int) -> Response:
        """Return the tables of a series."""
        series = get_object_or_404(Series, pk=series_id, tournament=self.tournament)
        return Response(SeriesTablesSerializer({"tables": tables_of_series(series)}).data)

    @describe_endpoint(StartedTableSerializer, body=OpenTableSerializer)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Open the next game's table and return your team's seat token. Staff members get no token."""
        series = self.own_series(series_id)
        is_shared = self.body(OpenTableSerializer)["is_shared"]
        game = open_series_game(series=series, scorekeeper_team=(self.viewer.team_id or 0) if is_shared else None)
        if game.state == TableGame.State.PREPARING:
            prepare_or_enqueue(game)
        return Response(self.seat_at(series, game))


class ResumedTableView(_SeriesTableView):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(StartedTableSerializer)
    def post(self, request: Request, slug: str, series_id: int, game_number: int) -> Response:
        """Resume a suspended game at its table, and return your team's seat token (T33.0)."""
        series = self.own_series(series_id)
        game = get_object_or_404(TableGame, series=series, entered_as=game_number)
        resume_game(game=game, team=own_side(self.viewer, series, game))
        return Response(self.seat_at(series, game))
