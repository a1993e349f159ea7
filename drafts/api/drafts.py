"""Draft API: state, clock, board, cards, and the director's actions."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, RowField, describe_endpoint
from core.api.list_filters import same_fields
from core.api.tables import row_serializer
from core.tables import Place
from drafts.api.base import ClockSerializer, DraftSerializer, DraftView, SelectionSerializer, parse_selection
from drafts.models import CardSet, Draft
from drafts.queries.board import load_board, load_rooms
from drafts.queries.card_set_owners import CardSetUser
from drafts.queries.pick_table import PICKS
from drafts.services.card_sets import check_usable
from drafts.services.clock import (
    LONGEST_BANK,
    LONGEST_CLOCK,
    LONGEST_EXTENSION,
    ClockSettings,
    extend_clock,
    open_draft,
    pause_draft,
    resume_draft,
    start_draft,
)
from drafts.services.corrections import correct_pick
from drafts.services.disqualifying import disqualify_manager
from drafts.services.finishing import ask_program_to_finish, stop_program
from drafts.services.program import let_program_pick
from drafts.services.runs import enqueue_run
from drafts.services.undoing import undo_last_pick
from tournaments.api.access import viewers_of_api
from tournaments.api.base import TournamentView
from tournaments.models import Division, Team


class DraftsView(TournamentView):
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields(division="draft.division.position")
    search_fields = ("draft.division.name",)

    @describe_endpoint(DraftSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return every draft that has been set up."""
        return self.pages([room for _, room in load_rooms(self.tournament) if room], DraftSerializer)


class DraftSettingsSerializer(serializers.Serializer[Any]):
    card_set = RowField()
    seconds_per_pick = serializers.IntegerField(default=60, min_value=0, max_value=LONGEST_CLOCK)
    on_expiry = serializers.ChoiceField(choices=Draft.OnExpiry.choices, default=Draft.OnExpiry.NOTHING)
    time_bank_seconds = serializers.IntegerField(default=0, min_value=0, max_value=LONGEST_BANK)
    trades_allowed = serializers.BooleanField(default=False)
    clock_from = serializers.TimeField(default=None, allow_null=True)
    clock_until = serializers.TimeField(default=None, allow_null=True)
    version = serializers.IntegerField(required=False, help_text="required if the draft is already set up")


class DraftDetailView(DraftView):
    roles: ClassVar = {"GET": "public", "PUT": "director"}

    @describe_endpoint(DraftSerializer)
    def get(self, request: Request, slug: str, division_id: int) -> Response:
        """Return a draft's settings and clock."""
        return self.answer()

    @describe_endpoint(DraftSerializer, body=DraftSettingsSerializer)
    def put(self, request: Request, slug: str, division_id: int) -> Response:
        """Set up a draft or change its settings. The card set can change only before the draft starts."""
        division = get_object_or_404(Division, tournament=self.tournament, pk=division_id)
        fields = self.body(DraftSettingsSerializer)
        version, card_set_id = fields.pop("version", None), fields.pop("card_set")
        if version is None and Draft.objects.filter(division=division).exists():
            raise serializers.ValidationError({"version": ["Send the draft version that your change is based on."]})
        card_set = CardSet.objects.filter(pk=card_set_id).first()
        if card_set is None:
            raise serializers.ValidationError({"card_set": ["Card set not found."]})
        if not Draft.objects.filter(division=division, card_set=card_set).exists():
            check_usable(card_set=card_set, user=CardSetUser.from_viewers(viewers_of_api(request)))
        settings = ClockSettings(**fields)
        open_draft(division=division, card_set=card_set, settings=settings, actor=self.actor, version=version)
        return self.answer()


class ClockActionSerializer(serializers.Serializer[Any]):
    act = serializers.ChoiceField(choices=["start", "pause", "resume", "extend"])
    seconds = serializers.IntegerField(min_value=1, max_value=LONGEST_EXTENSION, default=60, help_text="for extend")
    overall = serializers.IntegerField(
        required=False, min_value=1, max_value=10_000, help_text="for extend: the pick that gets more time"
    )
    reason = serializers.CharField(
        max_length=500,
        default="",
        allow_blank=True,
        help_text="for pause; for start, the director's reason if the division has an unusual number of teams",
    )


class ClockView(DraftView):
    roles: ClassVar = {"GET": "public", "POST": "staff"}

    @describe_endpoint(ClockSerializer)
    def get(self, request: Request, slug: str, division_id: int) -> Response:
        """Return the pick on the clock and its deadline."""
        return Response(DraftSerializer(self.room()).data["clock"])

    @describe_endpoint(DraftSerializer, body=ClockActionSerializer)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Start, pause, resume or extend the clock."""
        fields, actor, draft_id = self.body(ClockActionSerializer), self.actor, self.room().draft.pk
        despite = fields["reason"] if self.viewer.is_director else ""
        actions: dict[str, Callable[[], object]] = {
            "start": lambda: start_draft(draft_id=draft_id, actor=actor, despite=despite),
            "pause": lambda: pause_draft(draft_id=draft_id, actor=actor, reason=fields["reason"]),
            "resume": lambda: resume_draft(draft_id=draft_id, actor=actor),
            "extend": lambda: extend_clock(
                draft_id=draft_id, actor=actor, seconds=fields["seconds"], overall=fields.get("overall")
            ),
        }
        actions[fields["act"]]()
        return self.answer()


class ProgramSerializer(serializers.Serializer[Any]):
    team = RowField()
    on = serializers.BooleanField()
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)


class ProgramView(DraftView):
    roles: ClassVar = {"POST": "staff"}

    @describe_endpoint(DraftSerializer, body=ProgramSerializer)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Turn autopick on or off for a team."""
        fields = self.body(ProgramSerializer)
        let_program_pick(draft_id=self.room().draft.pk, team_id=fields.pop("team"), actor=self.actor, **fields)
        return self.answer()


class DisqualificationSerializer(serializers.Serializer[Any]):
    team = RowField()
    turns = serializers.ChoiceField(choices=Team.Disqualified.choices)
    reason = serializers.CharField(max_length=300)


class DisqualifyView(DraftView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(DraftSerializer, body=DisqualificationSerializer)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Disqualify a late manager (T0.02). The team's picks are skipped or made by autopick."""
        fields = self.body(DisqualificationSerializer)
        disqualify_manager(draft_id=self.room().draft.pk, team_id=fields.pop("team"), actor=self.actor, **fields)
        return self.answer()


class FinishView(DraftView):
    roles: ClassVar = {"POST": "director", "DELETE": "director"}

    @describe_endpoint(DraftSerializer, code=202)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Have a worker make all remaining picks. `clock.program` shows the progress."""
        enqueue_run(ask_program_to_finish(draft_id=self.room().draft.pk, actor=self.actor).pk)
        return self.answer(202)

    @describe_endpoint(DraftSerializer)
    def delete(self, request: Request, slug: str, division_id: int) -> Response:
        """Stop autopick, but preserve the picks already made."""
        stop_program(draft_id=self.room().draft.pk, actor=self.actor)
        return self.answer()


class UndoPickSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(help_text="the draft version you last read")
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)


class UndoPickView(DraftView):
    roles: ClassVar = {"POST": "staff"}

    @describe_endpoint(DraftSerializer, body=UndoPickSerializer)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Undo the last pick."""
        undo_last_pick(draft_id=self.room().draft.pk, actor=self.actor, **self.body(UndoPickSerializer))
        return self.answer()


class CorrectionSerializer(SelectionSerializer):
    """A pick's new selection. `open_again` without a selection reopens the pick."""

    overall = serializers.IntegerField(min_value=1, max_value=10_000)
    open_again = serializers.BooleanField(default=False)
    swap = serializers.BooleanField(default=True, help_text="swap: the two picks exchange their selections")
    accept_warnings = serializers.BooleanField(default=False)
    reason = serializers.CharField(max_length=500)
    version = serializers.IntegerField()


class CorrectView(DraftView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(DraftSerializer, body=CorrectionSerializer)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Change an earlier pick to a different player or ballpark."""
        fields = self.body(CorrectionSerializer)
        correct_pick(
            draft_id=self.room().draft.pk,
            overall=fields["overall"],
            selection=None if fields["open_again"] else parse_selection(fields),
            actor=self.actor,
            reason=fields["reason"],
            swap=fields["swap"],
            accept_warnings=fields["accept_warnings"],
            version=fields["version"],
        )
        return self.answer()


BoardCellSerializer = row_serializer("BoardCellSerializer", PICKS, place=Place.LIVE)


class BoardRoundSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    cells = BoardCellSerializer(many=True)


class BoardSerializer(serializers.Serializer[Any]):
    """The rounds with a cell per draft position, and the latest picks."""

    clock = ClockSerializer()
    rounds = BoardRoundSerializer(many=True)
    latest = BoardCellSerializer(many=True)


class BoardView(DraftView):
    @describe_endpoint(BoardSerializer)
    def get(self, request: Request, slug: str, division_id: int) -> Response:
        """Return the board with teams as columns and rounds as rows."""
        board = load_board(self.room())
        rounds = [{"round": number, "cells": [cell.facts for cell in cells]} for number, cells in board.rows]
        latest = [cell.facts for cell in board.latest]
        # cells and clock are already plain values, so serializers would only copy them
        return Response({"clock": board.clock, "rounds": rounds, "latest": latest}, status=status.HTTP_200_OK)
