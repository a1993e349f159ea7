"""The schedule, its series and the rolls for home team (T0.16), in the API."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.db.models import Q, QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, RowField, describe_endpoint, select_filters
from core.api.list_filters import same_fields
from core.api.tables import row_serializer
from core.errors import Stale
from tournaments.action_log.snapshots import fingerprint
from tournaments.api.base import TournamentView
from tournaments.models import Division, Series, Tournament
from tournaments.queries.schedule import schedule_page
from tournaments.queries.schedule_table import SCHEDULE, ScheduleEntry
from tournaments.refusals import HomeRollRefusal
from tournaments.services.home_rolls import choose_away, roll_for_home
from tournaments.services.power_rounds import pair_power_round
from tournaments.services.scheduling import (
    move_series,
    publish_schedule,
    remove_schedule,
    swap_rounds,
)

SeriesSerializer = row_serializer("SeriesSerializer", SCHEDULE, ScheduleEntry)


class SeriesQuery(serializers.Serializer[Any]):
    division = RowField(required=False)
    stage = serializers.ChoiceField(choices=Series.Stage.choices, required=False)
    round = serializers.IntegerField(required=False, min_value=1, max_value=1000)
    table = serializers.IntegerField(required=False, min_value=1, max_value=1000)
    status = serializers.ChoiceField(choices=Series.Status.choices, required=False)
    team = RowField(required=False, help_text="home or away")


def series_in(tournament: Tournament) -> QuerySet[Series]:
    rows = Series.objects.filter(tournament=tournament)
    return rows.select_related("tournament", "home", "away", "division", "agreed_time")


class SeriesView(TournamentView):
    """A view for a series in the tournament."""

    def series(self, series_id: int) -> Series:
        series = get_object_or_404(series_in(self.tournament), pk=series_id)
        series.tournament = self.tournament
        return series


class SeriesListView(TournamentView):
    query = SeriesQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields(
        "id",
        "round",
        "table",
        "status",
        "started_at",
        "completed_at",
        "stage",
        starts_at="agreed_time__starts_at",
        division="division__position",
        home="home__name",
        away="away__name",
    )
    search_fields = ("home__name", "away__name")

    @describe_endpoint(SeriesSerializer(many=True), query=SeriesQuery)
    def get(self, request: Request, slug: str) -> Response:
        """List every series in order of play. `?stage=playoff` selects the playoffs."""
        rows = series_in(self.tournament).filter(
            **select_filters(self.query_fields, "division", "stage", "round", "table", "status")
        )
        if (team := self.query_fields.get("team")) is not None:
            rows = rows.filter(Q(home=team) | Q(away=team))
        return self.pages(rows, SeriesSerializer)


class SeriesDetailView(SeriesView):
    @describe_endpoint(SeriesSerializer)
    def get(self, request: Request, slug: str, series_id: int) -> Response:
        """Return a series with its game tally."""
        return Response(SeriesSerializer(self.series(series_id)).data)


class HomeRollSerializer(serializers.Serializer[Any]):
    home_roll = serializers.IntegerField(required=False, min_value=-1000, max_value=1000)
    away_roll = serializers.IntegerField(required=False, min_value=-1000, max_value=1000)
    home = RowField(required=False, help_text="if you enter rolls: the team you list as home")


class HomeRulingSerializer(serializers.Serializer[Any]):
    finding = serializers.CharField(source="finding.name", help_text="TIED_ROLLS if both teams must roll again")
    rule = serializers.CharField()
    sentence = serializers.CharField(source="__str__")


class RolledSeriesSerializer(SeriesSerializer):  # type: ignore[valid-type, misc]
    """A series after the roll for home team."""

    ruling = HomeRulingSerializer()


class HomeRollView(SeriesView):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(RolledSeriesSerializer, body=HomeRollSerializer)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Roll for home team in game 1, or record both rolls made with real dice. A tied roll has `TIED_ROLLS`."""
        series, data = self.series(series_id), self.body(HomeRollSerializer)
        self.require_team(*series.playing_team_ids)
        ruling = roll_for_home(series=series, actor=self.actor, rolls=_typed_rolls(series, data))
        return Response({**SeriesSerializer(self.series(series_id)).data, "ruling": HomeRulingSerializer(ruling).data})


def _typed_rolls(series: Series, data: dict[str, Any]) -> tuple[int, int] | None:
    if not data:
        return None
    if missing := [name for name in ("home_roll", "away_roll", "home") if name not in data]:
        raise serializers.ValidationError({missing[0]: ["Send both rolls and the home team."]})
    if data["home"] != series.home_id:
        raise Stale(HomeRollRefusal.SIDES_SWAPPED, field="home")
    return data["home_roll"], data["away_roll"]


class ChooseAwayView(SeriesView):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(SeriesSerializer)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Choose to be away in game 1 as the winner of the roll, if the edition allows that choice."""
        series = self.series(series_id)
        if self.viewer.side_in(series) != series.home_id:
            self.require_team(series.home_id)
        choose_away(series=series, actor=self.actor)
        return Response(SeriesSerializer(self.series(series_id)).data)


class RoundSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(source="number")
    is_current = serializers.BooleanField()
    series = SeriesSerializer(many=True)
    byes = serializers.SerializerMethodField(help_text="teams that do not play")

    def get_byes(self, schedule_round: Any) -> list[int]:
        return [team.pk for team in schedule_round.byes]


class ScheduleSerializer(serializers.Serializer[Any]):
    """A division's round robin. Changes must send its `version`."""

    division = serializers.IntegerField(source="division.pk")
    name = serializers.CharField(source="division.name")
    version = serializers.SerializerMethodField()
    rounds = RoundSerializer(many=True)

    def get_version(self, page: Any) -> str:
        return _version(series for schedule_round in page.rounds for series in schedule_round.series)


def _version(series: Iterable[Series]) -> str:
    """Return the fingerprint, with the series sorted as services load them."""
    rows: list[Series] = sorted(
        series,
        key=lambda each_series: (
            each_series.stage,
            each_series.round,
            each_series.table or 0,
            each_series.pk,
        ),
    )
    return fingerprint(rows)


class ScheduleView(TournamentView):
    @describe_endpoint(ScheduleSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List every division with its rounds and byes."""
        return Response(ScheduleSerializer(schedule_page(self.tournament), many=True).data)


class PublishSerializer(serializers.Serializer[Any]):
    seed = serializers.IntegerField(required=False, min_value=0, max_value=2**31, help_text="shuffles the teams")
    version = serializers.CharField(max_length=40, default="", allow_blank=True)


class SwapSerializer(serializers.Serializer[Any]):
    first = serializers.IntegerField(min_value=1, max_value=1000)
    second = serializers.IntegerField(min_value=1, max_value=1000)
    version = serializers.CharField(max_length=40)


class SeriesMoveSerializer(serializers.Serializer[Any]):
    series = RowField()
    round = serializers.IntegerField(min_value=1, max_value=1000)
    table = serializers.IntegerField(min_value=1, max_value=1000)
    version = serializers.CharField(max_length=40)


class DivisionView(TournamentView):
    """A view for a division of the tournament."""

    def division(self, division_id: int) -> Division:
        return get_object_or_404(Division, tournament=self.tournament, pk=division_id)


class _ScheduleResource(DivisionView):
    def answer(self, division_id: int, code: int = status.HTTP_200_OK) -> Response:
        pages = schedule_page(self.tournament)
        page = next(page for page in pages if page.division.pk == division_id)
        return Response(ScheduleSerializer(page).data, status=code)


class DivisionScheduleView(_ScheduleResource):
    roles: ClassVar = {"GET": "public", "POST": "director", "DELETE": "director"}

    @describe_endpoint(ScheduleSerializer)
    def get(self, request: Request, slug: str, division_id: int) -> Response:
        """Return a division's rounds and byes."""
        self.division(division_id)
        return self.answer(division_id)

    @describe_endpoint(ScheduleSerializer, body=PublishSerializer, code=201)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Publish the round robin, replacing a schedule that hasn't started."""
        division, data = self.division(division_id), self.body(PublishSerializer)
        publish_schedule(
            division=division,
            actor=self.actor,
            seed=data.get("seed"),
            made_from=data["version"],
        )
        return self.answer(division_id, status.HTTP_201_CREATED)

    @describe_endpoint()
    def delete(self, request: Request, slug: str, division_id: int) -> Response:
        """Remove a schedule that hasn't started."""
        remove_schedule(division=self.division(division_id), actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PowerRoundView(_ScheduleResource):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(ScheduleSerializer, code=201)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Pair the next power round based on the current standings."""
        pair_power_round(division=self.division(division_id), actor=self.actor)
        return self.answer(division_id, status.HTTP_201_CREATED)


class SwapRoundsView(_ScheduleResource):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(ScheduleSerializer, body=SwapSerializer)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Swap two rounds."""
        division, data = self.division(division_id), self.body(SwapSerializer)
        swap_rounds(
            division=division,
            actor=self.actor,
            first=data["first"],
            second=data["second"],
            made_from=data["version"],
        )
        return self.answer(division_id)


class MoveSeriesView(_ScheduleResource):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(ScheduleSerializer, body=SeriesMoveSerializer)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Move one series to another round or table."""
        division, data = self.division(division_id), self.body(SeriesMoveSerializer)
        division_series = series_in(self.tournament).filter(division=division)
        series = get_object_or_404(division_series, pk=data["series"])
        move_series(
            series=series,
            actor=self.actor,
            to_round=data["round"],
            to_table=data["table"],
            made_from=data["version"],
        )
        return self.answer(division_id)
