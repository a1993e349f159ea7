"""API for importing the results of many series from a sheet."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from core.api.sheets import RowFaultSerializer, SheetTextSerializer, describe_row_faults, read_sheet_text
from core.imports.headings import ColumnChoices
from games.services.imported_results import ResultsSheet, import_results, preview_results
from games.services.result_sheets import ResultsPlan
from tournaments.api.base import TournamentView


class SheetSeriesSerializer(serializers.Serializer[Any]):
    series = serializers.IntegerField(source="series.pk")
    games = serializers.SerializerMethodField(help_text="game numbers")
    open_points = serializers.ListField(child=serializers.CharField(), help_text="why it isn't final")

    def get_games(self, plan: Any) -> list[int]:
        return [game.number for game in plan.games]


class ResultsPlanSerializer(serializers.Serializer[Any]):
    """The series on a sheet, and the rows that couldn't be parsed."""

    has_headings = serializers.BooleanField(help_text="false if the team and run columns weren't found")
    series = SheetSeriesSerializer(many=True)
    faults = serializers.ListField(child=RowFaultSerializer())


class ResultsSheetSerializer(SheetTextSerializer):
    keep_incomplete = serializers.BooleanField(default=False, help_text="save incomplete series as drafts")
    reason = serializers.CharField(max_length=300, default="", allow_blank=True, help_text="required to change results")


class _ResultsSheetView(TournamentView):
    roles: ClassVar = {"POST": "director"}

    def document(self, plan: ResultsPlan) -> dict[str, Any]:
        faults = describe_row_faults(plan.table, plan.faults)
        document = {"has_headings": plan.has_headings, "series": plan.series, "faults": faults}
        return dict(ResultsPlanSerializer(document).data)


class ResultsSheetView(_ResultsSheetView):
    @describe_endpoint(ResultsPlanSerializer, body=ResultsSheetSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Save the results from a sheet, either all of them or none. A single undo reverses the import."""
        data = self.body(ResultsSheetSerializer)
        plan = import_results(
            tournament=self.tournament,
            sheet=ResultsSheet(read_sheet_text(data["text"]), ColumnChoices()),
            actor=self.actor,
            reason=data["reason"].strip(),
            keep_incomplete=data["keep_incomplete"],
        )
        return Response(self.document(plan))


class CheckResultsSheetView(_ResultsSheetView):
    writes_nothing = True

    @describe_endpoint(ResultsPlanSerializer, body=SheetTextSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Preview the series that have results on a sheet, without saving them."""
        sheet = ResultsSheet(read_sheet_text(self.body(SheetTextSerializer)["text"]), ColumnChoices())
        return Response(self.document(preview_results(self.tournament, sheet, self.actor)))
