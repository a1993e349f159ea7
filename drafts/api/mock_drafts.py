"""API for a manager's mock draft. Only the team's own manager can view and change it."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.http import Http404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField, conflict_response, describe_endpoint
from core.errors import Stale
from drafts.api.base import TurnSerializer
from drafts.api.my_list import OwnTeamView
from drafts.models import MockDraft
from drafts.queries.mock_drafts import MOST_TEAMS, MockRoom, load_mock_draft, load_mock_room
from drafts.queries.published import turn_facts
from drafts.services.mock_drafts import (
    delete_mock_draft,
    let_program_make_mock_pick,
    make_mock_pick,
    queue_mock_picks,
    start_mock_draft,
    undo_mock_pick,
)
from drafts.services.selections import Selection
from tournaments.models import Team


class MockSelectionSerializer(serializers.Serializer[Any]):
    """A completed pick. `team` is a draft position. Both card and park are null if nothing was left to select."""

    overall = serializers.IntegerField()
    label: Any = serializers.CharField()
    team = serializers.IntegerField()
    card = serializers.IntegerField(allow_null=True)
    park = serializers.IntegerField(allow_null=True)


class MockDraftSerializer(serializers.Serializer[Any]):
    card_set = serializers.IntegerField()
    team_count = serializers.IntegerField()
    position = serializers.IntegerField(help_text="the manager's")
    on_the_clock = TurnSerializer(allow_null=True, help_text="null at the end")
    picks = MockSelectionSerializer(many=True)


class MockStartSerializer(serializers.Serializer[Any]):
    team_count = serializers.IntegerField(min_value=1, max_value=MOST_TEAMS)
    position = serializers.IntegerField(min_value=1, max_value=MOST_TEAMS)


class MockPickSerializer(serializers.Serializer[Any]):
    """A mock pick: exactly one of `card` and `park`."""

    overall = serializers.IntegerField(
        min_value=1, max_value=10_000, help_text="the overall pick; returns 409 if it's over"
    )
    card = RowField(required=False)
    park = RowField(required=False)


class ProgramTurnsSerializer(serializers.Serializer[Any]):
    all_turns = serializers.BooleanField(default=False, help_text="finish the mock draft")


class QueueMockPicksSerializer(serializers.Serializer[Any]):
    replace = serializers.BooleanField(default=False, help_text="replace the pick queue")


class QueuedMockPicksSerializer(serializers.Serializer[Any]):
    added = serializers.IntegerField()


class _MockDraftView(OwnTeamView):
    roles: ClassVar = {"POST": "manager"}

    def answer(self, team: Team, code: int = 200) -> Response:
        mock = load_mock_draft(team.pk)
        if mock is None:
            raise Http404
        return Response(MockDraftSerializer(_document(mock, load_mock_room(mock))).data, status=code)

    def change(self, action: Callable[[Team], object]) -> Response:
        team = self.own_team()
        try:
            action(team)
        except Stale as stale:
            return conflict_response(stale)
        return self.answer(team)


def _document(mock: MockDraft, room: MockRoom) -> dict[str, Any]:
    turn = room.on_the_clock
    return {
        "card_set": mock.card_set_id,
        "team_count": len(room.teams),
        "position": room.own_team.pk,
        "on_the_clock": None if turn is None else turn_facts(room, turn),
        "picks": [
            {
                "overall": row.overall,
                "label": room.label(row.overall),
                "team": row.team_id,
                "card": row.card_id,
                "park": row.park_id,
            }
            for row in room.made_selections
        ],
    }


class MockDraftView(_MockDraftView):
    roles: ClassVar = {"GET": "manager", "PUT": "manager", "DELETE": "manager"}

    @describe_endpoint(MockDraftSerializer)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Return the team's mock draft. Respond with 404 before it starts."""
        return self.answer(self.own_team())

    @describe_endpoint(MockDraftSerializer, body=MockStartSerializer)
    def put(self, request: Request, slug: str, team_id: int) -> Response:
        """Start a mock draft, replacing any earlier mock draft. Autopick makes all picks before the manager's first."""
        team = self.own_team()
        start_mock_draft(tournament=self.tournament, team=team, **self.body(MockStartSerializer))
        return self.answer(team)

    @describe_endpoint()
    def delete(self, request: Request, slug: str, team_id: int) -> Response:
        """Delete the mock draft."""
        delete_mock_draft(team_id=self.own_team().pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MockPicksView(_MockDraftView):
    @describe_endpoint(MockDraftSerializer, body=MockPickSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Make the manager's pick, then autopick up to the manager's next pick."""

        def pick(team: Team) -> None:
            data = self.body(MockPickSerializer)
            selection = Selection(data.get("card"), data.get("park"), None)
            make_mock_pick(team_id=team.pk, selection=selection, overall=data["overall"])

        return self.change(pick)


class UndoMockPickView(_MockDraftView):
    @describe_endpoint(MockDraftSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Undo the manager's last pick and all autopicks after it."""
        return self.change(lambda team: undo_mock_pick(team_id=team.pk))


class MockProgramView(_MockDraftView):
    @describe_endpoint(MockDraftSerializer, body=ProgramTurnsSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Autopick the manager's next pick, or all remaining picks."""
        return self.change(
            lambda team: let_program_make_mock_pick(team_id=team.pk, **self.body(ProgramTurnsSerializer))
        )


class QueueMockPicksView(_MockDraftView):
    @describe_endpoint(QueuedMockPicksSerializer, body=QueueMockPicksSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Add the manager's mock picks to the pick queue of the real draft."""
        team = self.own_team()
        added = queue_mock_picks(
            tournament=self.tournament, team=team, actor=self.actor, **self.body(QueueMockPicksSerializer)
        )
        return Response(QueuedMockPicksSerializer({"added": added}).data)
