"""API for rosters: every team's players and ballpark."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, RowField, describe_endpoint
from core.api.list_filters import same_fields
from core.api.tables import row_serializer
from drafts.api.picks import PICKED_NAME
from drafts.models import Pick
from drafts.queries.roster_tables import ROSTERS, PickResult
from tournaments.api.base import TournamentView
from tournaments.models import Team


def _pick_result(pick: Pick) -> PickResult:
    drafted = pick.card or pick.park
    return PickResult(pick, drafted.name if drafted else str((pick.designed_park or {}).get("name", "")))


class RosterLineSerializer(row_serializer("RosterRow", ROSTERS, _pick_result)):  # type: ignore[misc]
    """A team's player or ballpark with its pick."""


class RosterQuery(serializers.Serializer[Any]):
    division = RowField(required=False)
    team = RowField(required=False)


_ORDERING = same_fields("overall", team="team__name", name=PICKED_NAME)
_SEARCH = ("card__name", "park__name", "team__name")


class RostersView(TournamentView):
    query = RosterQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = _ORDERING
    search_fields = _SEARCH

    @describe_endpoint(RosterLineSerializer(many=True), query=RosterQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Return every team's players and ballpark in order of selection."""
        rows = Pick.objects.filter(team__tournament=self.tournament)
        if "division" in self.query_fields:
            rows = rows.filter(team__division=self.query_fields["division"])
        if "team" in self.query_fields:
            rows = rows.filter(team=self.query_fields["team"])
        return self.pages(_made_picks(rows), RosterLineSerializer)


class RosterView(TournamentView):
    pagination_class = NumberedPages
    ordering_fields: ClassVar = _ORDERING
    search_fields = _SEARCH

    @describe_endpoint(RosterLineSerializer(many=True))
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Return a team's players and ballpark in order of selection."""
        team = get_object_or_404(Team, tournament=self.tournament, pk=team_id)
        return self.pages(_made_picks(Pick.objects.filter(team=team)), RosterLineSerializer)


def _made_picks(rows: QuerySet[Pick]) -> QuerySet[Pick]:
    """Return all picks except skipped ones, with everything a roster line shows."""
    picks = rows.exclude(card=None, park=None, designed_park__isnull=True)
    return picks.select_related("team", "card", "park").order_by("team__name", "team_id", "overall")
