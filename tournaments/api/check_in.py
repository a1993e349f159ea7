"""Check teams in through the API."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from tournaments.api.base import TournamentView
from tournaments.api.teams import TeamView
from tournaments.models import Team
from tournaments.queries.attendance import STATES, attendance
from tournaments.services.entrants import set_attendance


class AwaitedTeamSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField(source="team.pk")
    name = serializers.CharField(source="team.name")
    managers = serializers.CharField(source="people")
    state = serializers.ChoiceField(choices=STATES)
    seen_at = serializers.DateTimeField(allow_null=True, help_text="when one of its devices was last in use")


class CheckInView(TournamentView):
    roles: ClassVar = {"GET": "staff"}

    @describe_endpoint(AwaitedTeamSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List the teams that have a manager, with unseen teams first."""
        return Response(AwaitedTeamSerializer(attendance(self.tournament), many=True).data)


class AttendanceSerializer(serializers.Serializer[Any]):
    is_absent = serializers.BooleanField()
    is_checked_in = serializers.BooleanField(default=False, help_text="at the door, by staff")


class TeamCheckInView(TeamView):
    roles: ClassVar = {"PUT": "staff"}

    @describe_endpoint(AwaitedTeamSerializer(many=True), body=AttendanceSerializer)
    def put(self, request: Request, slug: str, team_id: int) -> Response:
        """Check a team in, or mark it as absent or present."""
        team = self.team(team_id)
        data = self.body(AttendanceSerializer)
        attended = Team.Attendance.HERE if data["is_checked_in"] else Team.Attendance.EXPECTED
        state = Team.Attendance.ABSENT if data["is_absent"] else attended
        set_attendance(team=team, actor=self.actor, attendance=state)
        return Response(AwaitedTeamSerializer(attendance(self.tournament), many=True).data)
