"""Import a division's schedule from a spreadsheet through the API."""

from typing import Any, ClassVar

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from core.api.sheets import RowFaultSerializer, SheetTextSerializer, describe_row_faults, read_sheet_text
from core.imports.headings import ColumnChoices
from tournaments.api.series import DivisionView
from tournaments.api.series import SeriesSerializer as ScheduledSeriesSerializer
from tournaments.models import Division
from tournaments.queries.schedule_sheets import SchedulePlan, plan_schedule_sheet
from tournaments.services.scheduling import import_schedule


class SheetPairingSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    home = serializers.IntegerField()
    away = serializers.IntegerField()


class SchedulePlanSerializer(serializers.Serializer[Any]):
    """The series in a spreadsheet. `warnings` require a reason, and `faults` prevent publishing."""

    has_headings = serializers.BooleanField(help_text="false if the round and team columns weren't found")
    series = SheetPairingSerializer(many=True)
    warnings = serializers.ListField(child=serializers.CharField())
    faults = serializers.ListField(child=RowFaultSerializer())


class ScheduleSheetSerializer(SheetTextSerializer):
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)


class _ScheduleSheetView(DivisionView):
    roles: ClassVar = {"POST": "director"}

    def plan(self, division: Division, text: str) -> SchedulePlan:
        return plan_schedule_sheet(division, read_sheet_text(text), ColumnChoices())


class ScheduleSheetView(_ScheduleSheetView):
    @describe_endpoint(ScheduledSeriesSerializer(many=True), body=ScheduleSheetSerializer, code=201)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Publish the spreadsheet's schedule, replacing a schedule that hasn't started (T0.08)."""
        division, data = self.division(division_id), self.body(ScheduleSheetSerializer)
        plan = self.plan(division, data["text"])
        series = import_schedule(division=division, actor=self.actor, plan=plan, reason=data["reason"])
        return Response(ScheduledSeriesSerializer(series, many=True).data, status=status.HTTP_201_CREATED)


class CheckScheduleSheetView(_ScheduleSheetView):
    writes_nothing = True

    @describe_endpoint(SchedulePlanSerializer, body=SheetTextSerializer)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Preview a spreadsheet's series without publishing them."""
        plan = self.plan(self.division(division_id), self.body(SheetTextSerializer)["text"])
        document = {
            "has_headings": plan.has_headings,
            "series": plan.series,
            "warnings": [str(warning) for warning in plan.warnings],
            "faults": describe_row_faults(plan.table, plan.faults),
        }
        return Response(SchedulePlanSerializer(document).data)
