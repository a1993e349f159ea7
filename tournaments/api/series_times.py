"""Start times, deadlines and late series, in the API."""

from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField, describe_endpoint
from core.api.tables import row_serializer
from tournaments.access.links import calendar_token
from tournaments.api.base import TournamentView
from tournaments.api.series import SeriesView
from tournaments.models import Series, Team
from tournaments.queries.late_series import SERIES_ON_TIME, series_on_time
from tournaments.queries.series_times import open_proposal
from tournaments.queries.time_zones import zone_of
from tournaments.services.round_deadlines import set_round_deadlines
from tournaments.services.series_times import (
    MOST_TIMES,
    accept_time,
    close_proposal,
    propose_times,
    remind_managers,
)
from tournaments.services.team_calendars import calendar_of_team, make_calendar_address, set_time_zone

SeriesOnTimeSerializer = row_serializer("SeriesOnTimeSerializer", SERIES_ON_TIME)


class TimeProposalSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    team = serializers.IntegerField(source="team_id")
    times = serializers.ListField(child=serializers.DateTimeField(), source="moments")
    made_at = serializers.DateTimeField()


class SeriesTimeSerializer(serializers.Serializer[Any]):
    """The agreed time and the open proposal."""

    series = serializers.IntegerField()
    starts_at = serializers.DateTimeField(allow_null=True)
    proposal = TimeProposalSerializer(allow_null=True)


class ProposeTimesSerializer(serializers.Serializer[Any]):
    team = RowField(required=False, help_text="for staff: the team that proposes")
    times = serializers.ListField(
        child=serializers.DateTimeField(), min_length=1, max_length=MOST_TIMES, help_text="with a UTC offset or Z"
    )


class AcceptTimeSerializer(serializers.Serializer[Any]):
    team = RowField(required=False, help_text="for staff: the team that accepts")
    proposal = RowField()
    starts_at = serializers.DateTimeField(help_text="one of the proposed times")


class CloseTimesSerializer(serializers.Serializer[Any]):
    team = RowField(required=False, help_text="for staff: the team that declines or withdraws")
    proposal = RowField()


class _SeriesTimeResource(SeriesView):
    """A resource for a series' managers and staff."""

    def own_series(self, series_id: int) -> Series:
        series = self.series(series_id)
        if not self.viewer.may_play(series):
            self.require_team(series.home_id)
        return series

    def side(self, series: Series, data: dict[str, Any]) -> int:
        """Return the team that the viewer acts for: the viewer's own, or the `team` that staff send."""
        side_id = self.viewer.side_in(series)
        if side_id is not None and data.get("team", side_id) != side_id:
            raise PermissionDenied("Only this team's manager or the director can do this.")
        return side_id if side_id is not None else int(data.get("team", 0))

    def answer(self, series_id: int, code: int = status.HTTP_200_OK) -> Response:
        series = self.own_series(series_id)
        facts = {"series": series.pk, "starts_at": series.starts_at, "proposal": open_proposal(series)}
        return Response(SeriesTimeSerializer(facts).data, status=code)


class SeriesTimeView(_SeriesTimeResource):
    roles: ClassVar = {"GET": "manager", "POST": "manager"}

    @describe_endpoint(SeriesTimeSerializer)
    def get(self, request: Request, slug: str, series_id: int) -> Response:
        """Return the agreed time and the open proposal. Only both managers and staff can see them."""
        return self.answer(series_id)

    @describe_endpoint(SeriesTimeSerializer, body=ProposeTimesSerializer, code=201)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Propose one to five times for a series, including for moving an agreed time."""
        series, data = self.own_series(series_id), self.body(ProposeTimesSerializer)
        team_id = self.side(series, data)
        propose_times(series=series, team_id=team_id, times=data["times"], actor=self.actor)
        return self.answer(series_id, status.HTTP_201_CREATED)


class AcceptTimeView(_SeriesTimeResource):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(SeriesTimeSerializer, body=AcceptTimeSerializer)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Accept one of the opponent's proposed times."""
        series, data = self.own_series(series_id), self.body(AcceptTimeSerializer)
        accept_time(
            series=series,
            team_id=self.side(series, data),
            proposal_id=data["proposal"],
            starts_at=data["starts_at"],
            actor=self.actor,
        )
        return self.answer(series_id)


class CloseTimesView(_SeriesTimeResource):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(SeriesTimeSerializer, body=CloseTimesSerializer)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Decline the opponent's proposed times, or withdraw your own."""
        series, data = self.own_series(series_id), self.body(CloseTimesSerializer)
        team_id = self.side(series, data)
        close_proposal(series=series, team_id=team_id, proposal_id=data["proposal"], actor=self.actor)
        return self.answer(series_id)


class RemindManagersView(SeriesView):
    roles: ClassVar = {"POST": "staff"}

    @describe_endpoint()
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Send both managers a reminder, at most once a day."""
        remind_managers(series=self.series(series_id), actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SeriesTimesView(TournamentView):
    roles: ClassVar = {"GET": "staff"}

    @describe_endpoint(SeriesOnTimeSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List every series with its time, its deadline and its delay."""
        rows: Any = series_on_time(self.tournament, timezone.now())
        return Response(SeriesOnTimeSerializer(rows, many=True).data)


class DeadlineSerializer(serializers.Serializer[Any]):
    stage = serializers.ChoiceField(choices=Series.Stage.choices)
    round = serializers.IntegerField(min_value=1, max_value=1000)
    last_day = serializers.DateField()


class DeadlinesSerializer(serializers.Serializer[Any]):
    deadlines = DeadlineSerializer(many=True)


class DeadlinesView(TournamentView):
    roles: ClassVar = {"GET": "public", "PUT": "director"}

    @describe_endpoint(DeadlinesSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """List the last day of each round that has a deadline."""
        return self._answer()

    @describe_endpoint(DeadlinesSerializer, body=DeadlinesSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Replace the deadlines for all rounds."""
        deadlines = self.body(DeadlinesSerializer)["deadlines"]
        last_days = {(row["stage"], row["round"]): row["last_day"] for row in deadlines}
        set_round_deadlines(tournament=self.tournament, last_days=last_days, actor=self.actor)
        return self._answer()

    def _answer(self) -> Response:
        return Response(DeadlinesSerializer({"deadlines": self.tournament.round_deadlines.all()}).data)


class TeamTimesSerializer(serializers.Serializer[Any]):
    """`time_zone` is the team's display time zone. `calendar` is its secret URL, or "" until it is created."""

    time_zone = serializers.CharField(max_length=60, allow_blank=True)
    calendar = serializers.CharField(read_only=True)


class TeamTimesView(TournamentView):
    roles: ClassVar = {"GET": "manager", "PUT": "manager", "POST": "manager"}

    def team(self) -> Team:
        self.require_team(self.kwargs["team_id"])
        team = get_object_or_404(Team, tournament=self.tournament, pk=self.kwargs["team_id"])
        team.tournament = self.tournament
        return team

    @describe_endpoint(TeamTimesSerializer)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Return the team's time zone and its secret calendar URL."""
        return self._answer(self.team())

    @describe_endpoint(TeamTimesSerializer, body=TeamTimesSerializer)
    def put(self, request: Request, slug: str, team_id: int) -> Response:
        """Set the team's time zone. "" means the sign-up's or the tournament's time zone."""
        team = self.team()
        set_time_zone(team=team, time_zone=self.body(TeamTimesSerializer)["time_zone"], actor=self.actor)
        return self._answer(team)

    @describe_endpoint(TeamTimesSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Create a new calendar URL. The old one stops working."""
        team = self.team()
        make_calendar_address(team=team, actor=self.actor)
        return self._answer(team)

    def _answer(self, team: Team) -> Response:
        calendar = calendar_of_team(team=team)
        address = f"/calendar/{calendar_token(calendar)}.ics" if calendar.pk is not None else ""
        facts = {
            "time_zone": zone_of(team).key,
            "calendar": self.request.build_absolute_uri(address) if address else "",
        }
        return Response(TeamTimesSerializer(facts).data)
