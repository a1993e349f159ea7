"""API endpoints to view, calculate and publish odds."""

from typing import Any, ClassVar

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from core.api.tables import row_serializer
from tabletop.services.odds import enqueue_odds, request_odds, show_odds
from tournaments.action_log.events import newest_number
from tournaments.api.base import TournamentView
from tournaments.models import Odds, Tournament
from tournaments.queries.odds_table import ODDS, odds_report

OddsLineSerializer = row_serializer("OddsLineSerializer", ODDS)


class OddsSerializer(serializers.Serializer[Any]):
    """A tournament's odds.

    `rests_on` is the newest action that they include. `is_old` is true if there are newer actions. `usual_error` is the
    root mean square error in percentage points. `seconds` is the duration of the calculation.
    """

    rests_on = serializers.IntegerField(source="odds.rests_on")
    seasons = serializers.IntegerField(source="odds.seasons")
    games = serializers.IntegerField(source="odds.games_wanted")
    usual_error = serializers.FloatField()
    seconds = serializers.FloatField(source="odds.seconds")
    is_old = serializers.BooleanField()
    lines = OddsLineSerializer(many=True)


class OddsWorkSerializer(serializers.Serializer[Odds]):
    state = serializers.ChoiceField(choices=Odds.State.choices)
    fault = serializers.CharField()
    games_done = serializers.IntegerField()
    games_wanted = serializers.IntegerField()
    seasons_done = serializers.IntegerField()


class PrecisionSerializer(serializers.Serializer[Any]):
    """`precision` divides the standard error. The number of games, seasons and the time grow with its square."""

    precision = serializers.ChoiceField(choices=Odds.Precision.choices, default=Odds.Precision.NORMAL)


class ShownSerializer(serializers.Serializer[Any]):
    shown = serializers.ChoiceField(choices=Tournament.OddsShown.choices)


class OddsView(TournamentView):
    roles: ClassVar = {"GET": "public", "POST": "director", "PATCH": "director"}

    @describe_endpoint(OddsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return the odds, best first. There are no lines until the odds are calculated and published."""
        report = odds_report(self.tournament, self.viewer, newest_number(self.tournament.pk))
        if report is None:
            return Response(
                {
                    "rests_on": 0,
                    "seasons": 0,
                    "games": 0,
                    "usual_error": 0.0,
                    "seconds": 0.0,
                    "is_old": False,
                    "lines": [],
                }
            )
        return Response(OddsSerializer(report).data)

    @describe_endpoint(OddsWorkSerializer, body=PrecisionSerializer, code=202)
    def post(self, request: Request, slug: str) -> Response:
        """Have a worker calculate the odds. Send POST again to see the progress."""
        odds = request_odds(tournament=self.tournament, precision=self.body(PrecisionSerializer)["precision"])
        if odds.state == Odds.State.WAITING:
            enqueue_odds(odds.pk)
        return Response(OddsWorkSerializer(odds).data, status=status.HTTP_202_ACCEPTED)

    @describe_endpoint(ShownSerializer, body=ShownSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Set who can see the odds."""
        data = self.body(ShownSerializer)
        show_odds(tournament=self.tournament, shown=data["shown"], actor=self.actor)
        return Response(data)
