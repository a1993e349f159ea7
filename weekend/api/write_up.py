"""API endpoints for a tournament's write-up."""

from typing import Any, ClassVar

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import conflict_response, describe_endpoint
from core.errors import Stale
from tournaments.api.base import TournamentView
from weekend.models import WriteUp
from weekend.queries.write_up import draft_write_up, published_write_up, saved_write_up
from weekend.services.write_ups import publish_write_up, save_write_up


class WriteUpSerializer(serializers.ModelSerializer[WriteUp]):
    """The Markdown text, and whether everyone can read it."""

    class Meta:
        model = WriteUp
        fields = ("text", "is_published", "version", "saved_at")


class WriteUpTextSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=WriteUp.MAX_LENGTH, help_text="Markdown")
    version = serializers.IntegerField(min_value=0, help_text="the version you read; 0 if nothing was saved")


class PublicationSerializer(serializers.Serializer[Any]):
    is_published = serializers.BooleanField()


class DraftedWriteUpSerializer(serializers.Serializer[Any]):
    """A draft based on the results so far. It isn't saved."""

    text = serializers.CharField(help_text="Markdown")


class WriteUpView(TournamentView):
    roles: ClassVar = {"GET": "public", "PUT": "director", "PATCH": "director"}

    @describe_endpoint(WriteUpSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return the published write-up, or the saved one for a director. Respond with 404 if there is none."""
        return self._saved(published_write_up(self.tournament) if not self.viewer.is_director else None)

    @describe_endpoint(WriteUpSerializer, body=WriteUpTextSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Save the text. Respond with 409 and the saved version if someone else saved it in the meantime."""
        data = self.body(WriteUpTextSerializer)
        try:
            save_write_up(tournament=self.tournament, actor=self.actor, **data)
        except Stale as stale:
            saved = saved_write_up(self.tournament)
            return conflict_response(stale, saved=WriteUpSerializer(saved).data if saved else None, sent=data)
        return self._saved()

    @describe_endpoint(WriteUpSerializer, body=PublicationSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Publish or withdraw the write-up."""
        publish_write_up(tournament=self.tournament, actor=self.actor, **self.body(PublicationSerializer))
        return self._saved()

    def _saved(self, write_up: WriteUp | None = None) -> Response:
        if write_up is None and self.viewer.is_director:
            write_up = saved_write_up(self.tournament)
        if write_up is None:
            raise Http404
        return Response(WriteUpSerializer(write_up).data)


class DraftedWriteUpView(TournamentView):
    roles: ClassVar = {"GET": "director"}

    @describe_endpoint(DraftedWriteUpSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return a write-up drafted from the results so far."""
        return Response({"text": draft_write_up(self.tournament)})
