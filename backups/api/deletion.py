"""API endpoints for organizers to delete and recover tournaments."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from backups.services.deletion import delete_tournament
from core.api.base import NumberedPages, describe_endpoint
from core.api.list_filters import same_fields
from tournaments.access.visibility import deleted_tournaments
from tournaments.api.base import ResourceView, TournamentView
from tournaments.api.tournaments import TournamentSerializer
from tournaments.models import Tournament
from tournaments.services.visibility import recover_tournament


class DeletedTournamentSerializer(serializers.ModelSerializer[Tournament]):
    removed_at = serializers.DateTimeField(help_text="when it can no longer be recovered")

    class Meta:
        model = Tournament
        fields = ("slug", "name", "deleted_at", "removed_at")


class DeletionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=120, help_text="the tournament's name, to confirm")


class DeleteTournamentView(TournamentView):
    roles: ClassVar = {"POST": "organiser"}

    @describe_endpoint(DeletedTournamentSerializer, body=DeletionSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Make a full backup, then delete the tournament. It can be recovered for 30 days."""
        name = self.body(DeletionSerializer)["name"]
        delete_tournament(tournament=self.tournament, actor=self.actor, typed_name=name)
        self.tournament.refresh_from_db()
        return Response(DeletedTournamentSerializer(self.tournament).data)


class DeletedTournamentsView(ResourceView):
    roles: ClassVar = {"GET": "organiser"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("slug", "name", "deleted_at")
    search_fields = ("slug", "name")

    @describe_endpoint(DeletedTournamentSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Return the deleted tournaments that can be recovered, most recently deleted first."""
        return self.pages(deleted_tournaments(), DeletedTournamentSerializer)


class RecoverTournamentView(ResourceView):
    roles: ClassVar = {"POST": "organiser"}

    @describe_endpoint(TournamentSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Recover a deleted tournament with its links and results."""
        tournament = get_object_or_404(Tournament, slug=slug)
        recover_tournament(tournament=tournament, actor=self.actor)
        tournament.refresh_from_db()
        return Response(TournamentSerializer(tournament, context={"request": request}).data)
