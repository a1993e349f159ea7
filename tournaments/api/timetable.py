"""The timetable in the API."""

from typing import Any, ClassVar, Final

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from core.api.tables import row_serializer
from tournaments.api.base import TournamentView
from tournaments.forms.timetable import typed_timetable
from tournaments.queries.timetable import TIMETABLE, planned_lines, planned_times
from tournaments.services.timetable import set_timetable

_BREAK_FIELDS: Final = ("at", "minutes", "what")

PlannedRoundSerializer = row_serializer("PlannedRoundSerializer", TIMETABLE)


class BreakSerializer(serializers.Serializer[Any]):
    at = serializers.RegexField(r"^[0-9]{1,2}:[0-9]{2}$", help_text="such as 12:30")
    minutes = serializers.IntegerField(min_value=1, max_value=600)
    what = serializers.CharField(max_length=40)


class TimetableSerializer(serializers.Serializer[Any]):
    """The timetable. Times are local, without a time zone. An empty `begins` removes the timetable."""

    begins = serializers.CharField(max_length=19, allow_blank=True, help_text="such as 2026-11-21T09:00")
    minutes_per_game = serializers.IntegerField(min_value=1, max_value=600, default=45)
    between = serializers.IntegerField(min_value=0, max_value=600, default=10)
    opens = serializers.CharField(max_length=5, default="09:00")
    closes = serializers.CharField(max_length=5, default="21:00")
    breaks = BreakSerializer(many=True, default=list)


class TimetableSettingsView(TournamentView):
    roles: ClassVar = {"GET": "public"}

    @describe_endpoint(TimetableSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return the timetable's settings in the format for `PUT timetable/`. `begins` is empty without a timetable."""
        stored = self.tournament.timetable or {"begins": ""}
        breaks = [dict(zip(_BREAK_FIELDS, entry, strict=True)) for entry in stored.get("breaks", [])]
        settings = TimetableSerializer(data={**stored, "breaks": breaks})
        settings.is_valid(raise_exception=True)
        return Response(settings.data)


class TimetableView(TournamentView):
    roles: ClassVar = {"GET": "public", "PUT": "director"}

    @describe_endpoint(PlannedRoundSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List each round's planned times. The list is empty without a timetable."""
        return self._planned()

    @describe_endpoint(PlannedRoundSerializer(many=True), body=TimetableSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Replace the timetable."""
        data = self.body(TimetableSerializer)
        breaks = "\n".join(f"{entry['at']} {entry['minutes']} {entry['what']}" for entry in data["breaks"])
        text_values = {name: str(value) for name, value in data.items() if name != "breaks"} | {"breaks": breaks}
        plan = typed_timetable(self.tournament, text_values)
        set_timetable(tournament=self.tournament, timetable=plan, actor=self.actor)
        self.tournament.refresh_from_db()
        return self._planned()

    def _planned(self) -> Response:
        lines: Any = planned_lines(self.tournament, planned_times(self.tournament))
        return Response(PlannedRoundSerializer(lines, many=True).data)
