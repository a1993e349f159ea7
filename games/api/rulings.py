"""API for rulings. Managers ask, the director rules, and anyone can view the result."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, RowField, describe_endpoint, select_filters
from core.api.list_filters import same_fields
from games.models import RulingRequest
from games.services.rulings import ask_ruling, give_ruling
from tournaments.api.base import TournamentView
from tournaments.api.series import SeriesView


class RulingSerializer(serializers.ModelSerializer[RulingRequest]):
    class Meta:
        model = RulingRequest
        fields = ("id", "series", "asked_by", "question", "asked_at", "ruling", "rule", "ruled_by", "ruled_at")


class QuestionSerializer(serializers.Serializer[Any]):
    question = serializers.CharField(max_length=5000)


class GivenRulingSerializer(serializers.Serializer[Any]):
    ruling = serializers.CharField(max_length=5000)
    rule = serializers.CharField(max_length=100, default="", allow_blank=True, help_text="such as T31.2")


class RulingQuery(serializers.Serializer[Any]):
    series = RowField(required=False)
    is_open = serializers.BooleanField(required=False, allow_null=True, default=None, help_text="without a ruling yet")


class RulingsView(TournamentView):
    query = RulingQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("id", "series", "asked_by", "asked_at", "ruled_by", "ruled_at", "rule")
    search_fields = ("question", "ruling", "rule", "asked_by", "ruled_by")

    @describe_endpoint(RulingSerializer(many=True), query=RulingQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Return the questions to the director, newest first, with their rulings."""
        rows = RulingRequest.objects.filter(
            series__tournament=self.tournament, **select_filters(self.query_fields, "series")
        )
        if self.query_fields["is_open"] is not None:
            rows = rows.filter(ruled_at__isnull=self.query_fields["is_open"])
        return self.pages(rows, RulingSerializer)


class RulingDetailView(TournamentView):
    roles: ClassVar = {"GET": "public", "PUT": "director"}

    @describe_endpoint(RulingSerializer)
    def get(self, request: Request, slug: str, ruling_id: int) -> Response:
        """Return a question with its ruling."""
        return Response(RulingSerializer(self._request_for(ruling_id)).data)

    @describe_endpoint(RulingSerializer, body=GivenRulingSerializer)
    def put(self, request: Request, slug: str, ruling_id: int) -> Response:
        """Enter the ruling, or replace it. The log preserves both versions."""
        ruling, fields = self._request_for(ruling_id), self.body(GivenRulingSerializer)
        return Response(RulingSerializer(give_ruling(request=ruling, actor=self.actor, **fields)).data)

    def _request_for(self, ruling_id: int) -> RulingRequest:
        of_tournament = RulingRequest.objects.select_related("series").filter(series__tournament=self.tournament)
        return get_object_or_404(of_tournament, pk=ruling_id)


class AskRulingView(SeriesView):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(RulingSerializer, body=QuestionSerializer, code=201)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Ask the director a question about this series."""
        series = self.series(series_id)
        self.require_team(*series.playing_team_ids)
        ruling = ask_ruling(series=series, question=self.body(QuestionSerializer)["question"], actor=self.actor)
        return Response(RulingSerializer(ruling).data, status=status.HTTP_201_CREATED)
