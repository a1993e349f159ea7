"""The API's tournaments, divisions, teams, series, standings and log. Reading is public."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, viewsets
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.models import Action, Division, Series, Team, Tournament
from tournaments.queries.standings import DivisionStandings, standings_of


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    class Meta:
        model = Tournament
        fields = [
            "slug",
            "name",
            "place",
            "starts_on",
            "time_zone",
            "profile_key",
            "stage",
            "series_length",
            "advance_per_division",
            "best_of",
            "home_pattern",
            "pitching_carries_over",
            "suspended_games",
            "is_practice",
        ]


class DivisionSerializer(serializers.ModelSerializer[Division]):
    class Meta:
        model = Division
        fields = ["id", "name", "position"]


class TeamSerializer(serializers.ModelSerializer[Team]):
    managers: Any = serializers.SlugRelatedField(many=True, read_only=True, slug_field="name")

    class Meta:
        model = Team
        fields = ["id", "name", "division", "slot", "kind", "managers", "dropped_after_round"]


class SeriesSerializer(serializers.ModelSerializer[Series]):
    home_name = serializers.CharField(source="home.name")
    away_name = serializers.CharField(source="away.name")

    class Meta:
        model = Series
        fields = [
            "id",
            "division",
            "stage",
            "round",
            "table",
            "bracket_place",
            "home",
            "home_name",
            "away",
            "away_name",
            "home_decided",
            "games_planned",
            "is_best_of",
            "status",
            "outcomes",
            "home_wins",
            "away_wins",
            "ties",
            "home_runs",
            "away_runs",
            "version",
        ]


class ActionSerializer(serializers.ModelSerializer[Action]):
    class Meta:
        model = Action
        fields = ["id", "at", "actor", "verb", "subject", "sentence"]


class StandingsLineSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField(source="row.rank")
    team = serializers.IntegerField(source="team.pk")
    name = serializers.CharField(source="team.name")
    wins = serializers.IntegerField(source="row.wins")
    losses = serializers.IntegerField(source="row.losses")
    ties = serializers.IntegerField(source="row.ties")
    games_over_500 = serializers.IntegerField(source="row.games_over_500")
    runs_for = serializers.IntegerField(source="row.runs_for")
    runs_against = serializers.IntegerField(source="row.runs_against")
    streak = serializers.CharField(source="row.streak")
    remaining = serializers.IntegerField(source="row.remaining")
    advances = serializers.BooleanField()


class DivisionStandingsSerializer(serializers.Serializer[DivisionStandings]):
    division = DivisionSerializer()
    places = serializers.IntegerField()
    is_complete = serializers.BooleanField()
    lines = StandingsLineSerializer(many=True)
    proof = serializers.ListField(child=serializers.CharField())
    needs = serializers.SerializerMethodField()

    def get_needs(self, table: DivisionStandings) -> list[str]:
        return [sentence for _, sentence in table.needs]


class InTournament:
    """Part of a viewset whose rows belong to the tournament in the address."""

    kwargs: dict[str, Any]

    @property
    def tournament(self) -> Tournament:
        return get_object_or_404(Tournament, slug=self.kwargs["slug"])


class TournamentViewSet(viewsets.ReadOnlyModelViewSet[Tournament]):
    queryset = Tournament.objects.all()
    serializer_class = TournamentSerializer
    lookup_field = "slug"
    filterset_fields = ["stage", "is_practice"]


class DivisionViewSet(InTournament, viewsets.ReadOnlyModelViewSet[Division]):
    serializer_class = DivisionSerializer
    queryset = Division.objects.none()

    def get_queryset(self) -> QuerySet[Division]:
        return Division.objects.filter(tournament__slug=self.kwargs["slug"])


class TeamViewSet(InTournament, viewsets.ReadOnlyModelViewSet[Team]):
    serializer_class = TeamSerializer
    queryset = Team.objects.none()
    filterset_fields = ["division", "kind"]

    def get_queryset(self) -> QuerySet[Team]:
        return Team.objects.filter(tournament__slug=self.kwargs["slug"]).prefetch_related("managers")


class SeriesFilter(django_filters.FilterSet):  # type: ignore[misc]
    team = django_filters.NumberFilter(method="of_team", label="home or away")

    class Meta:
        model = Series
        fields = ["division", "stage", "round", "status", "team"]

    def of_team(self, rows: QuerySet[Series], name: str, value: int) -> QuerySet[Series]:
        return rows.filter(home_id=value) | rows.filter(away_id=value)


class SeriesViewSet(InTournament, viewsets.ReadOnlyModelViewSet[Series]):
    serializer_class = SeriesSerializer
    queryset = Series.objects.none()
    filterset_class = SeriesFilter

    def get_queryset(self) -> QuerySet[Series]:
        return Series.objects.filter(tournament__slug=self.kwargs["slug"]).select_related("home", "away")


class ActionViewSet(InTournament, viewsets.ReadOnlyModelViewSet[Action]):
    """The log, newest first; its numbers are the ids of the live events."""

    serializer_class = ActionSerializer
    queryset = Action.objects.none()
    filterset_fields = ["verb", "subject"]

    def get_queryset(self) -> QuerySet[Action]:
        return Action.objects.filter(tournament__slug=self.kwargs["slug"])


class StandingsView(InTournament, APIView):
    """Every division with its proof; `?division=` for one."""

    @extend_schema(responses=DivisionStandingsSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        asked = request.query_params.get("division", "")
        tables = standings_of(self.tournament, int(asked) if asked.isdecimal() and len(asked) < 10 else None)
        told: Any = DivisionStandingsSerializer(tables, many=True)  # type: ignore[arg-type]
        return Response(told.data)
