"""API for injuries in games entered by hand, for rules editions where injured players miss games or days."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField, conflict_response, describe_endpoint
from core.errors import Refused, Stale
from games.queries.absences import absences_of, injuries_in_series, injury_unit
from games.refusals import InjuryRefusal
from games.scoresheet.entries import SubmittedBy
from games.services.hurt import LONGEST, record_injury
from tournaments.api.series import SeriesView
from tournaments.models import Series


class InjuredPlayerSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField(source="team.pk")
    card = serializers.IntegerField(source="card_id", help_text="0 if the card has been deleted")
    name = serializers.CharField()
    length = serializers.IntegerField(help_text="in days or games")


class InjuriesOfGameSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    injured = InjuredPlayerSerializer(many=True, source="injuries")


class AbsentPlayerSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    rule = serializers.CharField(source="ruling.rule")
    sentence = serializers.CharField(source="ruling.__str__")


class TeamAbsencesSerializer(serializers.Serializer[Any]):
    """The players that a team is missing in its next game."""

    team = serializers.CharField()
    missing = AbsentPlayerSerializer(many=True)
    games_without_injuries = serializers.IntegerField(
        source="unwritten", help_text="games entered by hand without an injury"
    )


class InjuriesSerializer(serializers.Serializer[Any]):
    """The final games entered by hand, and the players currently missing."""

    unit = serializers.CharField(help_text="days or games; empty if no injury outlasts its game")
    version = serializers.IntegerField()
    games = InjuriesOfGameSerializer(many=True)
    absences = TeamAbsencesSerializer(many=True)


class InjurySerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=0, help_text="the series version you last read")
    number = serializers.IntegerField(min_value=1, max_value=99, help_text="the number of the game")
    team = RowField()
    card = RowField()
    length = serializers.IntegerField(
        min_value=0, max_value=LONGEST, help_text="in days or games; 0 removes the injury"
    )
    reason = serializers.CharField(max_length=300, default="", allow_blank=True)


class InjuriesView(SeriesView):
    roles: ClassVar = {"GET": "manager", "POST": "manager"}

    @describe_endpoint(InjuriesSerializer)
    def get(self, request: Request, slug: str, series_id: int) -> Response:
        """Return the injuries in a series, for the managers of its teams and staff."""
        return Response(self._document(self._series(series_id)))

    @describe_endpoint(InjuriesSerializer, body=InjurySerializer)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Record a player's injury in a game and its length. Return 409 if the series has changed since `version`."""
        series, data = self._series(series_id), self.body(InjurySerializer)
        team = next((team for team in series.teams() if team.pk == data["team"]), None)
        if team is None:
            raise Refused(InjuryRefusal.NOT_IN_SERIES, field="team")
        try:
            record_injury(
                series=series,
                number=data["number"],
                team=team,
                card_id=data["card"],
                length=data["length"],
                submitted_by=SubmittedBy(self.actor, self.viewer.side_in(series)),
                version=data["version"],
                reason=data["reason"].strip(),
            )
        except Stale as stale:
            return conflict_response(stale, saved=self._document(self._series(series_id)))
        return Response(self._document(self._series(series_id)))

    def _series(self, series_id: int) -> Series:
        series = self.series(series_id)
        self.require_team(*series.playing_team_ids)
        return series

    def _document(self, series: Series) -> dict[str, Any]:
        games, _ = injuries_in_series(series)
        document = {
            "unit": injury_unit(self.tournament),
            "version": series.version,
            "games": games,
            "absences": absences_of(self.tournament, series.away, series.home),
        }
        return dict(InjuriesSerializer(document).data)
