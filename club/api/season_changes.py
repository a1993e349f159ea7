"""API endpoints for changing seasons: point corrections, a year's formula, and a tournament's counting rules."""

from typing import Any, ClassVar

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.models import FIRST_YEAR, LAST_YEAR, ClubTournament, Person, PointsCorrection
from club.queries.formulas import year_formula
from club.services.seasons import (
    FORMULA_NUMBERS,
    correct_points,
    set_formula,
    set_tournament_facts,
    withdraw_correction,
)
from core.api.base import NumberedPages, RowField, describe_endpoint
from core.api.list_filters import same_fields
from tournaments.api.base import ResourceView, TournamentView

_FACTS = ("is_counted", "is_regional", "is_face_to_face")


class SeasonChangeView(ResourceView):
    """Base class for views with a year in their URL."""

    def find(self, request: Request) -> None:
        super().find(request)
        if not FIRST_YEAR <= self.kwargs["year"] <= LAST_YEAR:
            raise Http404


class PointsCorrectionSerializer(serializers.ModelSerializer[PointsCorrection]):
    name = serializers.CharField(source="person.__str__")
    points = serializers.FloatField()

    class Meta:
        model = PointsCorrection
        fields = ("id", "person", "name", "points", "reason", "created_at", "withdrawn_at")


class NewPointsCorrectionSerializer(serializers.Serializer[Any]):
    person = RowField()
    points = serializers.CharField(max_length=20, help_text="such as -2 or 1.5")
    reason = serializers.CharField(max_length=200)


class CorrectionsView(SeasonChangeView):
    roles: ClassVar = {"GET": "organiser", "POST": "organiser"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("id", "points", "created_at", "withdrawn_at", name="person__name")
    search_fields = ("person__name", "reason")

    @describe_endpoint(PointsCorrectionSerializer(many=True))
    def get(self, request: Request, year: int) -> Response:
        """Return the corrections to a year's points, including withdrawn ones."""
        return self.pages(
            PointsCorrection.objects.filter(year=year).select_related("person"), PointsCorrectionSerializer
        )

    @describe_endpoint(PointsCorrectionSerializer, body=NewPointsCorrectionSerializer, code=201)
    def post(self, request: Request, year: int) -> Response:
        """Add points to a person's year, or subtract some, with a reason."""
        data = self.body(NewPointsCorrectionSerializer)
        data["person"] = Person.objects.current().filter(pk=data["person"]).first()
        correction = correct_points(year=year, actor=self.actor, **data)
        return Response(PointsCorrectionSerializer(correction).data, status=status.HTTP_201_CREATED)


class CorrectionView(SeasonChangeView):
    roles: ClassVar = {"DELETE": "organiser"}

    @describe_endpoint()
    def delete(self, request: Request, year: int, correction_id: int) -> Response:
        """Withdraw a correction. It stays in the list."""
        correction = get_object_or_404(PointsCorrection, pk=correction_id, year=year)
        withdraw_correction(correction=correction, actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class _FormulaFields(serializers.Serializer[Any]):
    """A year's points formula, with numbers such as 2, 0.5 or 1/3."""

    plugin = serializers.CharField(
        max_length=40,
        default="",
        allow_blank=True,
        help_text="an installed formula that is used instead of the numbers",
    )


def _number_field(label: str) -> Any:
    return serializers.CharField(max_length=20, default="", allow_blank=True, help_text=f"{label}; empty: as published")


FormulaSerializer = type(
    "FormulaSerializer",
    (_FormulaFields,),
    {
        "__module__": __name__,
        "__doc__": _FormulaFields.__doc__,
        **{name: _number_field(entry.label) for name, entry in FORMULA_NUMBERS.items()},
    },
)


class FormulaView(SeasonChangeView):
    roles: ClassVar = {"GET": "public", "PUT": "organiser"}

    @describe_endpoint(FormulaSerializer)
    def get(self, request: Request, year: int) -> Response:
        """Return a year's points formula."""
        return self._answer(year)

    @describe_endpoint(FormulaSerializer, body=FormulaSerializer)
    def put(self, request: Request, year: int) -> Response:
        """Set a year's points formula. Omitted numbers use the published values."""
        numbers = self.body(FormulaSerializer)
        plugin = numbers.pop("plugin")
        set_formula(year=year, numbers=numbers, plugin=plugin, actor=self.actor)
        return self._answer(year)

    def _answer(self, year: int) -> Response:
        formula = year_formula(year)
        numbers = {name: str(getattr(formula.numbers, name)) for name in FORMULA_NUMBERS}
        return Response({"plugin": formula.plugin.name if formula.plugin else "", **numbers})


class TournamentFactsSerializer(serializers.ModelSerializer[ClubTournament]):
    class Meta:
        model = ClubTournament
        fields = _FACTS
        extra_kwargs: ClassVar = {name: {"required": False} for name in fields}


class TournamentFactsView(TournamentView):
    roles: ClassVar = {"GET": "public", "PATCH": "organiser"}

    @describe_endpoint(TournamentFactsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return whether the tournament counts for season points, is a Regional, and was played face to face."""
        return Response(TournamentFactsSerializer(self._facts()).data)

    @describe_endpoint(TournamentFactsSerializer, body=TournamentFactsSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Change how the tournament counts."""
        facts = self._facts()
        chosen = {name: getattr(facts, name) for name in _FACTS} | self.body(TournamentFactsSerializer)
        set_tournament_facts(facts=facts, actor=self.actor, **chosen)
        return Response(TournamentFactsSerializer(self._facts()).data)

    def _facts(self) -> ClubTournament:
        """Return the tournament's club data.

        Raise Http404 for practice weekends, and until the worker has processed the tournament.
        """
        return get_object_or_404(ClubTournament, tournament=self.tournament)
