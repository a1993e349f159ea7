"""The API's action log, and undo with a preview."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import Pages, RowField, documented, only
from tournaments.action_log.changes import Names, changes_in_words
from tournaments.action_log.reading import log_of
from tournaments.api.base import TournamentView
from tournaments.models import Action
from tournaments.services.undo import is_undone, preview_undo, undo_action


class ActionSerializer(serializers.ModelSerializer[Action]):
    """One act; its id is also the id of its live event. What it changed is told to staff only."""

    changes = serializers.SerializerMethodField()
    is_undone = serializers.SerializerMethodField()

    class Meta:
        model = Action
        fields = ("id", "at", "actor", "verb", "subject", "sentence", "is_undone", "undoes", "changes")

    def get_changes(self, action: Action) -> list[str]:
        names: Names | None = self.context["names"]
        if names is None:
            return []
        return changes_in_words(self.context["tournament"], action.before, action.after, names)

    def get_is_undone(self, action: Action) -> bool:
        return is_undone(action)


class ActionQuery(serializers.Serializer[Any]):
    verb = serializers.CharField(required=False, max_length=40)
    subject = serializers.CharField(required=False, max_length=60, help_text="such as series:12")
    after = RowField(required=False, help_text="later than this number")


class _LogView(TournamentView):
    def context(self) -> dict[str, Any]:
        names = Names(self.tournament) if self.viewer.is_staff else None
        return {"names": names, "tournament": self.tournament}

    def entry(self, action_id: int) -> Action:
        return get_object_or_404(log_of(self.tournament), pk=action_id)


class ActionsView(_LogView):
    query = ActionQuery
    pagination_class = Pages

    @documented(ActionSerializer(many=True), query=ActionQuery)
    def get(self, request: Request, slug: str) -> Response:
        """The log, newest first."""
        rows = log_of(self.tournament).filter(**only(self.asked, "verb", "subject"))
        if "after" in self.asked:
            rows = rows.filter(pk__gt=self.asked["after"])
        return self.pages(rows, ActionSerializer, **self.context())


class OneActionView(_LogView):
    @documented(ActionSerializer)
    def get(self, request: Request, slug: str, action_id: int) -> Response:
        """One act."""
        return Response(ActionSerializer(self.entry(action_id), context=self.context()).data)


class UndoPreviewSerializer(serializers.Serializer[Any]):
    """What undoing would change, or why it cannot be done."""

    changes = serializers.ListField(child=serializers.CharField())
    refusal = serializers.CharField()
    seeding = serializers.ListField(
        child=serializers.CharField(), help_text="what it would change of a seeding in force: it must be confirmed"
    )


class ReasonSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)
    confirm_seeding = serializers.BooleanField(
        default=False, help_text="with a reason: undo it although others would have qualified, or in another order"
    )


class UndoView(_LogView):
    roles: ClassVar = {"GET": "director", "POST": "director"}

    @documented(UndoPreviewSerializer)
    def get(self, request: Request, slug: str, action_id: int) -> Response:
        """What undoing this act would change; nothing is written."""
        return Response(UndoPreviewSerializer(preview_undo(action=self.entry(action_id))).data)

    @documented(ActionSerializer, body=ReasonSerializer)
    def post(self, request: Request, slug: str, action_id: int) -> Response:
        """Do the opposite of an act, and log that."""
        done = undo_action(action=self.entry(action_id), actor=self.actor, **self.body(ReasonSerializer))
        return Response(ActionSerializer(self.entry(done.pk), context=self.context()).data)
