"""The API's rosters: what every team holds, player by player and the park."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, RowField, describe_endpoint
from core.api.tables import row_serializer
from drafts.models import Pick
from drafts.queries.roster_tables import ROSTERS, PickResult
from tournaments.api.base import TournamentView
from tournaments.models import Team


def _pick_result(pick: Pick) -> PickResult:
    drafted = pick.card or pick.park
    return PickResult(pick, drafted.name if drafted else str((pick.designed_park or {}).get("name", "")))


class RosterLineSerializer(row_serializer("RosterRow", ROSTERS, _pick_result)):  # type: ignore[misc]
    """One player or park of a team and the turn that brought it."""


class RosterQuery(serializers.Serializer[Any]):
    division = RowField(required=False)
    team = RowField(required=False)


class RostersView(TournamentView):
    query = RosterQuery
    pagination_class = NumberedPages

    @describe_endpoint(RosterLineSerializer(many=True), query=RosterQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Every team's players and park, in order of selection."""
        rows = Pick.objects.filter(team__tournament=self.tournament)
        if "division" in self.asked:
            rows = rows.filter(team__division=self.asked["division"])
        if "team" in self.asked:
            rows = rows.filter(team=self.asked["team"])
        return self.pages(_held(rows), RosterLineSerializer)


class RosterView(TournamentView):
    pagination_class = NumberedPages

    @describe_endpoint(RosterLineSerializer(many=True))
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """One team's players and park, in order of selection."""
        team = get_object_or_404(Team, tournament=self.tournament, pk=team_id)
        return self.pages(_held(Pick.objects.filter(team=team)), RosterLineSerializer)


def _held(rows: QuerySet[Pick]) -> QuerySet[Pick]:
    """Picks without the turns that were skipped, with all that a line shows."""
    held = rows.exclude(card=None, park=None, designed_park__isnull=True)
    return held.select_related("team", "card", "park").order_by("team__name", "team_id", "overall")
