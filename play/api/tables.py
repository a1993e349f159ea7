"""API views for tables: start a game, view it, get ready and make moves. A bot needs no other views."""

from typing import Any, ClassVar

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import conflict_response, describe_endpoint
from core.errors import Stale
from core.event_streams import HEADERS, last_number_seen, start_of_stream
from core.network import visitor_network
from play.api.access import SeatAccess, seat_of_api
from play.api.moves import MOVES
from play.api.table_serializers import (
    MAX_NUMBER,
    MoveSerializer,
    NewTableSerializer,
    ReadySerializer,
    StartedTableSerializer,
    TableLineupSerializer,
    TableSerializer,
)
from play.models import LARGE_FIELDS, Seat, TableGame
from play.opening import keep_table, open_table
from play.queries.audiences import topic_of
from play.queries.live import events_after
from play.queries.view import table_view
from play.services.lineups import set_lineup
from play.services.scorekeeping import check_device
from play.services.seats import get_ready, seat_token, sit_down
from play.services.starting import StartOptions, create_game, prepare_or_enqueue, retry_preparation
from play.table import teams_of_seat
from play.table_rows import current_game, seats_of
from tournaments.access.viewers import address_of
from tournaments.api.base import FileView, ResourceView


class TablesView(ResourceView):
    roles: ClassVar = {"POST": "public"}
    authentication_classes = (SeatAccess,)

    def find(self, request: Request) -> None:
        """Set no viewer, because a new table doesn't have one."""

    def check_role(self, request: Request) -> None:
        """Anyone can start a friendly game."""

    @describe_endpoint(StartedTableSerializer, body=NewTableSerializer, code=201)
    def post(self, request: Request) -> Response:
        """Start a friendly game. Making its cards can take up to a minute."""
        options = StartOptions(**self.body(NewTableSerializer))
        game, teams = create_game(options=options, network=visitor_network(address_of(request._request)))
        key = ""
        for seat in game.seats.filter(team__in=teams).select_related("game"):
            key = sit_down(seat=seat, key=key)
        prepare_or_enqueue(game)
        people = game.seats.filter(manager=Seat.Manager.PERSON).order_by("team")
        tokens = [{"team": seat.team, "token": seat_token(seat)} for seat in people]
        return Response({"id": game.public_id, "tokens": tokens}, status=status.HTTP_201_CREATED)


class TableView(ResourceView):
    """Base class for views of a single table."""

    roles: ClassVar = {"GET": "public"}
    authentication_classes = (SeatAccess,)
    game: TableGame
    team: int | None  # the token's team, or None for a spectator

    def find(self, request: Request) -> None:
        self.game = get_object_or_404(TableGame.objects.defer(*LARGE_FIELDS), public_id=self.kwargs["public_id"])
        seat = seat_of_api(request)
        self.team = seat.team if seat is not None and seat.game_id == self.game.pk else None

    def check_role(self, request: Request) -> None:
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            self.own_team()

    def own_team(self) -> int:
        if self.team is None:
            raise exceptions.NotAuthenticated(
                "Send “Authorization: Bearer <token>” with the token of a seat at this table."
            )
        return self.team

    def moving_team(self, team: int | None) -> int:
        """Return the team that a request moves for: the seat's team, or either team for the scorekeeper."""
        own_team = self.own_team()
        if team in (None, own_team):
            return own_team
        if own_team != self.game.scorekeeper:
            raise exceptions.PermissionDenied("This token is for the other seat.")
        return int(not own_team)

    @property
    def teams(self) -> tuple[int, ...]:
        """The teams that the token can act for. Empty for a spectator."""
        return teams_of_seat(self.game, seat_of_api(self.request))

    def view(self) -> dict[str, Any]:
        """Return the current view for the token's seat."""
        table = open_table(current_game(self.game))
        view = table_view(table, self.teams)
        keep_table(table)
        return view


class AfterSerializer(serializers.Serializer[Any]):
    after = serializers.IntegerField(
        min_value=0, max_value=MAX_NUMBER, required=False, help_text="the number of the last event you have"
    )


class TableEventsView(FileView, TableView):
    query = AfterSerializer

    @describe_endpoint({(200, "text/event-stream"): TableSerializer}, query=AfterSerializer)
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Stream a `table` event with the new view after each action.

        Each event's ID is its view's number. To resume the stream, send the last ID as `Last-Event-ID` or `after`. If
        you missed any events, you get the newest view. On an event loop, play/streams.py keeps the stream open instead.
        """
        after = last_number_seen(request._request) or 0
        events = events_after(topic_of(self.game.pk, self.teams, reads_json=True), after)
        missed = [event.content for event in events if event.number > after]
        return HttpResponse(start_of_stream() + b"".join(missed), headers=HEADERS)


class TableStateView(TableView):
    @describe_endpoint(TableSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the table as seen by its seat or a spectator."""
        return Response(self.view())


class TablePrepareView(TableView):
    roles: ClassVar = {"POST": "seat"}  # check_role requires the seat's token

    @describe_endpoint(TableSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Prepare a game again after its preparation failed."""
        retry_preparation(game=self.game)
        return Response(self.view())


class TableReadyView(TableView):
    roles: ClassVar = {"POST": "seat"}  # check_role requires the seat's token

    @describe_endpoint(TableSerializer, body=ReadySerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Choose the starter and get ready. The game starts when both managers are ready."""
        sent = self.body(ReadySerializer)
        get_ready(game=self.game, team=self.moving_team(sent.pop("team", None)), **sent)
        return Response(self.view())


class TableLineupView(TableView):
    roles: ClassVar = {"POST": "seat"}  # check_role requires the seat's token

    @describe_endpoint(TableSerializer, body=TableLineupSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Set the lineup before getting ready. Send no spots to restore the proposed lineup."""
        sent = self.body(TableLineupSerializer)
        spots = [(spot["player"], spot["position"]) for spot in sent["spots"]]
        set_lineup(game=self.game, team=self.own_team(), spots=spots)
        return Response(self.view())


class TableMovesView(TableView):
    roles: ClassVar = {"POST": "seat"}  # check_role requires the seat's token

    @describe_endpoint(TableSerializer, body=MoveSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Make a move and return the new view. A stale move returns 409 with the current view."""
        sent = self.body(MoveSerializer)
        make, names = MOVES[sent["move"]]
        if missing := [name for name in names.values() if name not in sent]:
            raise exceptions.ValidationError({missing[0]: [f"The move {sent['move']} requires this."]})
        arguments = {argument: sent[name] for argument, name in names.items()}
        team = self.moving_team(sent.get("team"))
        check_device(move=sent["move"], seats=seats_of(self.game), team=team, own_seats=(self.own_team(),))
        try:
            make(game=self.game, team=team, number=sent["number"], **arguments)
        except Stale as stale:
            return conflict_response(stale, view=self.view())
        return Response(self.view())
