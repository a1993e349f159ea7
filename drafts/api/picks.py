"""API for picks and pick queues: make an expected pick, and confirm or rescind picks (T0.18)."""

from typing import Any, ClassVar, Final

from django.db.models.functions import Coalesce
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, RowField, conflict_response, describe_endpoint, select_filters
from core.api.list_filters import same_fields
from core.api.tables import row_serializer
from core.errors import Refused
from drafts.api.base import DraftSerializer, DraftView, SelectionSerializer, parse_selection
from drafts.models import Pick
from drafts.queries.choosing import QueuedPick, pick_label_by_card, queued_picks
from drafts.queries.pick_table import PICKS, BoardCell
from drafts.queries.room import Room
from drafts.services.drafting import keep_pick, make_pick
from drafts.services.queueing import MOVES, add_to_queue, move_in_queue, remove_from_queue
from drafts.services.rescinding import rescind_pick
from drafts.services.selections import Selection
from tournaments.models import Team


class PickSerializer(row_serializer("PickRow", PICKS)):  # type: ignore[misc]
    """A completed pick with its selection. Requires `room` in the serializer context."""

    def to_representation(self, pick: Pick) -> dict[str, Any]:
        return dict(super().to_representation(BoardCell(self.context["room"], pick.overall, pick)))


class PickQuery(serializers.Serializer[Any]):
    team = RowField(required=False)
    made_by = serializers.ChoiceField(choices=Pick.MadeBy.choices, required=False)


class MakePickSerializer(SelectionSerializer):
    overall = serializers.IntegerField(
        min_value=1, max_value=10_000, help_text="the overall pick; returns 409 if it's over"
    )
    team = RowField(required=False, help_text="for staff; managers pick for their own team")
    override = serializers.CharField(
        max_length=500, default="", allow_blank=True, help_text="the director's reason to ignore the roster check"
    )


PICKED_NAME: Final = Coalesce("card__name", "park__name")


class PicksView(DraftView):
    roles: ClassVar = {"GET": "public", "POST": "drafter"}
    query = PickQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("overall", "made_by", "made_at", team="team__name", name=PICKED_NAME)
    search_fields = ("card__name", "park__name", "team__name")

    @describe_endpoint(PickSerializer(many=True), query=PickQuery)
    def get(self, request: Request, slug: str, division_id: int) -> Response:
        """Return the picks in order."""
        room = self.room()
        rows = Pick.objects.filter(draft=room.draft, **select_filters(self.query_fields, "team", "made_by"))
        return self.pages(rows.select_related("park").order_by("overall"), PickSerializer, room=room)

    @describe_endpoint(PickSerializer(), body=MakePickSerializer, code=201)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Make a pick. Repeating a request returns the same pick (200). Return 409 if the pick or player is gone."""
        room, fields = self.room(), self.body(MakePickSerializer)
        team, selection = self.team(room, fields.get("team")), parse_selection(fields)
        try:
            made = make_pick(
                draft_id=room.draft.pk,
                team_id=team.pk,
                selection=selection,
                actor=self.drafter(team.pk),
                made_by=self.made_by(team),
                overall=fields["overall"],
                override=fields["override"] if self.viewer.is_director else "",
            )
        except Refused as refusal:
            return self._refused(refusal, team, fields["overall"], selection)
        code = status.HTTP_200_OK if made.is_repeat else status.HTTP_201_CREATED
        return Response(PickSerializer(made.pick, context={"room": self.room()}).data, status=code)

    def _refused(self, refusal: Refused, team: Team, overall: int, selection: Selection) -> Response:
        """Return 409 with the current draft if a different pick came first. Otherwise raise the refusal."""
        room = self.room()
        if overall in room.open_turns_of(team.pk) and not _is_drafted(room, selection):
            raise refusal
        return conflict_response(refusal, saved=DraftSerializer(room).data)


def _is_drafted(room: Room, selection: Selection) -> bool:
    filters = {}
    if selection.card_id is not None:
        filters["card_id"] = selection.card_id
    if selection.park_id is not None:
        filters["park_id"] = selection.park_id
    return bool(filters) and Pick.objects.filter(draft=room.draft, **filters).exists()


class ForTeamSerializer(serializers.Serializer[Any]):
    team = RowField(required=False, help_text="for staff; managers act for their own team")


class KeepPickView(DraftView):
    roles: ClassVar = {"POST": "drafter"}

    @describe_endpoint(PickSerializer, body=ForTeamSerializer)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Confirm the selection of a pick reopened by a rescission (T0.18)."""
        room = self.room()
        team = self.team(room, self.body(ForTeamSerializer).get("team"))
        stored_pick = keep_pick(
            draft_id=room.draft.pk, team_id=team.pk, actor=self.drafter(team.pk), made_by=self.made_by(team)
        )
        return Response(PickSerializer(stored_pick.pick, context={"room": self.room()}).data)


class RescindSerializer(ForTeamSerializer):
    overall = serializers.IntegerField(min_value=1, max_value=10_000, help_text="the pick to rescind")


class RescindView(DraftView):
    roles: ClassVar = {"POST": "drafter"}

    @describe_endpoint(DraftSerializer, body=RescindSerializer)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Rescind the team's latest pick (T0.18). That pick and every later pick must be remade first."""
        room, fields = self.room(), self.body(RescindSerializer)
        team = self.team(room, fields.get("team"))
        rescind_pick(draft_id=room.draft.pk, team_id=team.pk, actor=self.drafter(team.pk), overall=fields["overall"])
        return self.answer()


class QueuedPickSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    detail = serializers.CharField()
    card = serializers.IntegerField(allow_null=True)
    park = serializers.IntegerField(allow_null=True)
    gone = serializers.CharField(source="pick_label", help_text="the pick that took it, or empty if it is free")


class WantedSerializer(serializers.Serializer[Any]):
    """A queue entry: exactly one of `card` and `park`."""

    card = RowField(required=False)
    park = RowField(required=False)


class _QueueView(DraftView):
    """Base view for a private pick queue, which only the team's managers and staff can view and change."""

    def room_and_team(self) -> tuple[Room, Team]:
        room = self.room()
        return room, self.team(room, self.kwargs["team_id"])

    def queue(self) -> list[QueuedPick]:
        room, team = self.room_and_team()
        return queued_picks(room, team.pk, pick_label_by_card(room))


class QueueView(_QueueView):
    roles: ClassVar = {"GET": "drafter", "POST": "drafter"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("id", "name", "detail", gone="pick_label")
    search_fields = ("name", "detail")

    @describe_endpoint(QueuedPickSerializer(many=True))
    def get(self, request: Request, slug: str, division_id: int, team_id: int) -> Response:
        """Return the team's pick queue in order."""
        return self.pages(self.queue(), QueuedPickSerializer)

    @describe_endpoint(QueuedPickSerializer(), body=WantedSerializer, code=201)
    def post(self, request: Request, slug: str, division_id: int, team_id: int) -> Response:
        """Add a player or ballpark to the end of the queue, unless already queued."""
        room, team = self.room_and_team()
        selection = parse_selection(self.body(WantedSerializer))
        row = add_to_queue(draft_id=room.draft.pk, team_id=team.pk, selection=selection, actor=self.drafter(team.pk))
        queued_pick = next(pick for pick in self.queue() if pick.id == row.pk)
        return Response(QueuedPickSerializer(queued_pick).data, status=status.HTTP_201_CREATED)


class PickMoveSerializer(serializers.Serializer[Any]):
    move = serializers.ChoiceField(choices=MOVES)


class QueuedPickView(_QueueView):
    roles: ClassVar = {"PATCH": "drafter", "DELETE": "drafter"}

    @describe_endpoint(QueuedPickSerializer(many=True), body=PickMoveSerializer)
    def patch(self, request: Request, slug: str, division_id: int, team_id: int, queued_id: int) -> Response:
        """Move a queued pick up, down, to the top or to the bottom. Return the whole queue."""
        room, team = self.room_and_team()
        move = self.body(PickMoveSerializer)["move"]
        move_in_queue(
            draft_id=room.draft.pk, team_id=team.pk, queued_id=queued_id, move=move, actor=self.drafter(team.pk)
        )
        return Response(QueuedPickSerializer(self.queue(), many=True).data)

    @describe_endpoint()
    def delete(self, request: Request, slug: str, division_id: int, team_id: int, queued_id: int) -> Response:
        """Remove a queued pick. It isn't an error if the pick was already removed."""
        room, team = self.room_and_team()
        remove_from_queue(draft_id=room.draft.pk, team_id=team.pk, queued_id=queued_id, actor=self.drafter(team.pk))
        return Response(status=status.HTTP_204_NO_CONTENT)
