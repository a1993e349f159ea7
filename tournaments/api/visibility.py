"""Archive or hide a tournament through the API."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from tournaments.api.base import TournamentView
from tournaments.services.visibility import (
    archive_tournament,
    hide_tournament,
    show_tournament,
    unarchive_tournament,
)


class VisibilitySerializer(serializers.Serializer[Any]):
    is_archived = serializers.BooleanField(required=False, help_text="listed in the archive; it stays public")
    is_hidden = serializers.BooleanField(required=False, help_text="visible only to its staff")


class VisibilityView(TournamentView):
    roles: ClassVar = {"GET": "director", "PATCH": "director"}

    @describe_endpoint(VisibilitySerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return whether the tournament is archived or hidden."""
        return Response(self._document())

    @describe_endpoint(VisibilitySerializer, body=VisibilitySerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Archive or hide the tournament, or undo either with false."""
        data = self.body(VisibilitySerializer)
        if "is_archived" in data:
            change = archive_tournament if data["is_archived"] else unarchive_tournament
            change(tournament=self.tournament, actor=self.actor)
        if "is_hidden" in data:
            change = hide_tournament if data["is_hidden"] else show_tournament
            change(tournament=self.tournament, actor=self.actor)
        self.tournament.refresh_from_db()
        return Response(self._document())

    def _document(self) -> dict[str, bool]:
        return {
            "is_archived": self.tournament.archived_at is not None,
            "is_hidden": self.tournament.hidden_at is not None,
        }
