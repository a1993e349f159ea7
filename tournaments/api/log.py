"""The activity log and undo with a preview, in the API."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, RowField, describe_endpoint, select_filters
from core.api.list_filters import same_fields
from core.api.tables import row_serializer
from core.read_snapshot import rehearses_changes
from tournaments.action_log.changes import Names, changes_in_words
from tournaments.action_log.reading import log_of
from tournaments.api.base import TournamentView
from tournaments.models import Action
from tournaments.queries.log_table import LOG, LogLine
from tournaments.services.undo import is_undone, preview_undo, undo_action, why_not_undone


class ActionSerializer(row_serializer("LogRow", LOG)):  # type: ignore[misc]
    """One action. Its ID is also its live event's ID. Only staff can see its changes."""


class ActionQuery(serializers.Serializer[Any]):
    verb = serializers.CharField(required=False, max_length=40)
    subject = serializers.CharField(required=False, max_length=60, help_text="such as series:12")
    after = RowField(required=False, help_text="only actions with a higher number")


class _LogView(TournamentView):
    def entry(self, action_id: int) -> Action:
        return get_object_or_404(log_of(self.tournament), pk=action_id)

    def shown(self, actions: Iterable[Action]) -> list[LogLine]:
        """Return actions as log lines. Only staff can see their changes."""
        names = Names(self.tournament) if self.viewer.is_staff else None
        return [
            LogLine(
                action,
                is_undone(action),
                self._changes(action, names),
                no_undo=self._why_not(action),
            )
            for action in actions
        ]

    def _why_not(self, action: Action) -> str:
        return why_not_undone(action) if self.viewer.is_director else ""

    def _changes(self, action: Action, names: Names | None) -> list[str]:
        if names is None:
            return []
        return changes_in_words(self.tournament, action.before, action.after, names)

    def answer(self, action_id: int) -> Response:
        return Response(ActionSerializer(self.shown([self.entry(action_id)])[0]).data)


class ActionsView(_LogView):
    query = ActionQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("id", "at", "actor", "verb", "subject")
    search_fields = ("sentence", "actor")

    @describe_endpoint(ActionSerializer(many=True), query=ActionQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List the log, newest first."""
        rows = log_of(self.tournament).filter(**select_filters(self.query_fields, "verb", "subject"))
        if "after" in self.query_fields:
            rows = rows.filter(pk__gt=self.query_fields["after"])
        return self.pages(rows, ActionSerializer, self.shown)


class ActionDetailView(_LogView):
    @describe_endpoint(ActionSerializer)
    def get(self, request: Request, slug: str, action_id: int) -> Response:
        """Return one action."""
        return self.answer(action_id)


class UndoPreviewSerializer(serializers.Serializer[Any]):
    """A preview of an undo: its changes, or the reason it isn't possible."""

    changes = serializers.ListField(child=serializers.CharField())
    refusal = serializers.CharField()
    seeding = serializers.ListField(
        child=serializers.CharField(),
        help_text="what it would change in the current seeding; this must be confirmed",
    )


class ReasonSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)
    confirm_seeding = serializers.BooleanField(
        default=False,
        help_text="with a reason: undo it even if that changes who qualified, or the seeding order",
    )


@rehearses_changes
class UndoView(_LogView):
    roles: ClassVar = {"GET": "director", "POST": "director"}

    @describe_endpoint(UndoPreviewSerializer)
    def get(self, request: Request, slug: str, action_id: int) -> Response:
        """Preview the changes that undoing this action would make, without saving them."""
        return Response(UndoPreviewSerializer(preview_undo(action=self.entry(action_id))).data)

    @describe_endpoint(ActionSerializer, body=ReasonSerializer)
    def post(self, request: Request, slug: str, action_id: int) -> Response:
        """Undo an action and log the undo."""
        undo = undo_action(action=self.entry(action_id), actor=self.actor, **self.body(ReasonSerializer))
        return self.answer(undo.pk)
