"""The divisions of a tournament and their dates, in the API."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import (
    describe_endpoint,
)
from tournaments.action_log.snapshots import fingerprint
from tournaments.api.base import TournamentView
from tournaments.api.teams import MAX_NAME_LENGTH
from tournaments.models import Division
from tournaments.services.divisions import (
    DivisionEntry,
    rename_divisions,
    set_divisions,
    set_own_days,
)


class DivisionSerializer(serializers.ModelSerializer[Division]):
    class Meta:
        model = Division
        fields = ("id", "name", "position", "first_table")


class DivisionsSerializer(serializers.Serializer[Any]):
    """All divisions, with the `version` that changes must send."""

    version = serializers.CharField()
    divisions = DivisionSerializer(many=True)


class DivisionCountSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField()


class DivisionChangeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME_LENGTH, required=False)
    first_table = serializers.IntegerField(min_value=-1_000_000, max_value=1_000_000, required=False)
    version = serializers.CharField(max_length=40)


class DivisionsView(TournamentView):
    roles: ClassVar = {"GET": "public", "PUT": "director"}

    @describe_endpoint(DivisionsSerializer, operation_id="divisions_all")
    def get(self, request: Request, slug: str) -> Response:
        """List all divisions."""
        return self._answer()

    @describe_endpoint(DivisionsSerializer, body=DivisionCountSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Set the number of divisions during sign-up."""
        count = self.body(DivisionCountSerializer)["count"]
        set_divisions(tournament=self.tournament, actor=self.actor, count=count)
        return self._answer()

    def _answer(self) -> Response:
        rows = list(self.tournament.divisions.all())
        return Response(DivisionsSerializer({"version": fingerprint(rows), "divisions": rows}).data)


class OwnDaysSerializer(serializers.Serializer[Any]):
    own_days = serializers.BooleanField(help_text="if false, all divisions roll and draft together")


class OwnDaysView(TournamentView):
    roles: ClassVar = {"PUT": "director"}

    @describe_endpoint(OwnDaysSerializer, body=OwnDaysSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Let each division roll, draft and play on its own day, or let all of them share the same days."""
        own_days = self.body(OwnDaysSerializer)["own_days"]
        set_own_days(tournament=self.tournament, actor=self.actor, own_days=own_days)
        return Response({"own_days": own_days})


class DivisionDetailView(TournamentView):
    roles: ClassVar = {"GET": "public", "PATCH": "director"}

    @describe_endpoint(DivisionSerializer)
    def get(self, request: Request, slug: str, division_id: int) -> Response:
        """Return one division."""
        return Response(DivisionSerializer(self._division(division_id)).data)

    @describe_endpoint(DivisionSerializer, body=DivisionChangeSerializer)
    def patch(self, request: Request, slug: str, division_id: int) -> Response:
        """Change a division's name or first table. `version` covers all divisions."""
        self._division(division_id)
        data = self.body(DivisionChangeSerializer)
        entries = [
            DivisionEntry(
                division.pk,
                data.get("name", division.name),
                data.get("first_table", division.first_table),
            )
            if division.pk == division_id
            else DivisionEntry(division.pk, division.name, division.first_table)
            for division in self.tournament.divisions.all()
        ]
        rename_divisions(
            tournament=self.tournament,
            actor=self.actor,
            entries=entries,
            made_from=data["version"],
        )
        return Response(DivisionSerializer(self._division(division_id)).data)

    def _division(self, division_id: int) -> Division:
        return get_object_or_404(Division, tournament=self.tournament, pk=division_id)
