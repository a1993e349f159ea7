"""API views for the people at a table: heartbeats, phrases, volunteers and clock rulings."""

from typing import Any, ClassVar

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from play.api.table_serializers import PeopleSerializer, SeatTokenSerializer
from play.api.tables import TableView
from play.models import TableGame
from play.opening import open_seats
from play.phrases import Phrase
from play.queries.people import people_view
from play.services.clock import MAX_EXTRA_MINUTES, answer_clock_question
from play.services.phrases import send_phrase
from play.services.presence import mark_present
from play.services.volunteers import (
    MAX_NAME_LENGTH,
    get_up,
    invite_volunteer,
    seat_of_volunteer,
    seat_volunteer,
    volunteer_token,
)
from play.table_rows import current_game, seats_of
from tournaments.api.base import TournamentView


class PhraseSerializer(serializers.Serializer[Any]):
    phrase = serializers.ChoiceField(choices=[(phrase.name, phrase.value) for phrase in Phrase])


class TablePeopleView(TableView):
    @describe_endpoint(PeopleSerializer)
    def get(self, request: Request, public_id: str) -> Response:
        """Return the connected managers and the clocks."""
        return _people_of(self)


def _people_of(resource: TableView) -> Response:
    teams = () if resource.team is None else (resource.team,)
    return Response(people_view(open_seats(seats_of(current_game(resource.game))), teams))


class TableHeartbeatView(TableView):
    roles: ClassVar = {"POST": "seat"}  # check_role requires the seat's token

    @describe_endpoint(PeopleSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Report that the seat is connected. Send this every 25 seconds. After 60 seconds, the seat's clock stops."""
        mark_present([seats_of(self.game)[self.own_team()]])
        return _people_of(self)


class TablePhraseView(TableView):
    roles: ClassVar = {"POST": "seat"}  # check_role requires the seat's token

    @describe_endpoint(PeopleSerializer, body=PhraseSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Show a stock phrase on the table's pages for a minute."""
        send_phrase(seat=seats_of(self.game)[self.own_team()], **self.body(PhraseSerializer))
        return _people_of(self)


class VolunteerSerializer(serializers.Serializer[Any]):
    """A volunteer's name. `invitation` is the last part of the volunteer's link."""

    invitation = serializers.CharField(max_length=120)
    name = serializers.CharField(max_length=MAX_NAME_LENGTH)


class TableVolunteerView(TableView):
    roles: ClassVar = {"POST": "public"}

    def check_role(self, request: Request) -> None:
        """Require no role, because the invitation in the body grants access."""

    @describe_endpoint(SeatTokenSerializer, body=VolunteerSerializer, code=201)
    def post(self, request: Request, public_id: str) -> Response:
        """Sit in for a manager. The invitation doubles as the seat token until someone takes the seat back."""
        sent = self.body(VolunteerSerializer)
        seat = seat_of_volunteer(sent["invitation"])
        if seat is None or seat.game_id != self.game.pk:
            raise Http404
        seat_volunteer(seat=seat, name=sent["name"])
        return Response({"team": seat.team, "token": sent["invitation"]}, status=201)


class ClockAnswerSerializer(serializers.Serializer[Any]):
    minutes = serializers.IntegerField(min_value=0, max_value=MAX_EXTRA_MINUTES)


class InvitedSeatSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField(min_value=0, max_value=1)


class _StaffTableView(TournamentView):
    """Base class for views of a table's staff actions."""

    roles: ClassVar = {"POST": "staff"}

    def game(self) -> TableGame:
        return get_object_or_404(TableGame, public_id=self.kwargs["public_id"], series__tournament=self.tournament)


class TableClockView(_StaffTableView):
    @describe_endpoint(PeopleSerializer, body=ClockAnswerSerializer)
    def post(self, request: Request, slug: str, public_id: str) -> Response:
        """Answer a question about a clock: add minutes for the team that ran out of time, or send 0 to add none."""
        minutes = self.body(ClockAnswerSerializer)["minutes"]
        game = self.game()
        answer_clock_question(game=game, director=self.viewer.name, extra_minutes=minutes)
        return Response(people_view(open_seats(seats_of(current_game(game))), ()))


class TableInvitationView(_StaffTableView):
    @describe_endpoint(SeatTokenSerializer, body=InvitedSeatSerializer, code=201)
    def post(self, request: Request, slug: str, public_id: str) -> Response:
        """Invite a volunteer to a seat. The returned token is the invitation."""
        team = self.body(InvitedSeatSerializer)["team"]
        game = self.game()
        invite_volunteer(game=game, team=team)
        return Response({"team": team, "token": volunteer_token(seats_of(game)[team])}, status=201)


class TableGetUpView(_StaffTableView):
    @describe_endpoint(PeopleSerializer, body=InvitedSeatSerializer)
    def post(self, request: Request, slug: str, public_id: str) -> Response:
        """Give a volunteer's seat back to the manager."""
        game = self.game()
        get_up(game=game, team=self.body(InvitedSeatSerializer)["team"])
        return Response(people_view(open_seats(seats_of(current_game(game))), ()))
