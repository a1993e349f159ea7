"""The API's rosters: what every team holds, player by player and the park."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import Pages, RowField, documented
from drafts.models import Pick
from drafts.queries.pool_cards import positions_in_order
from tournaments.api.base import TournamentView
from tournaments.models import Team


class RosterLineSerializer(serializers.ModelSerializer[Pick]):
    """One player or park of a team and the turn that brought it."""

    team_name = serializers.CharField(source="team.name")
    name = serializers.SerializerMethodField()
    clubs = serializers.SerializerMethodField()
    is_park = serializers.SerializerMethodField()
    is_pitcher = serializers.SerializerMethodField()
    positions = serializers.SerializerMethodField()
    designed_park = serializers.DictField(allow_null=True)

    class Meta:
        model = Pick
        fields = (
            *("team", "team_name", "overall", "name", "clubs", "is_park", "is_pitcher", "positions"),
            *("card", "park", "designed_park"),
        )

    def get_name(self, pick: Pick) -> str:
        held = pick.card or pick.park
        return held.name if held else str((pick.designed_park or {}).get("name", ""))

    def get_clubs(self, pick: Pick) -> str:
        return pick.card.clubs if pick.card else pick.park.club if pick.park else ""

    def get_is_park(self, pick: Pick) -> bool:
        return pick.card_id is None

    def get_is_pitcher(self, pick: Pick) -> bool:
        return pick.card is not None and pick.card.is_pitcher

    def get_positions(self, pick: Pick) -> list[str]:
        return list(positions_in_order(pick.card.positions)) if pick.card else []


class RosterQuery(serializers.Serializer[Any]):
    division = RowField(required=False)
    team = RowField(required=False)


class RostersView(TournamentView):
    query = RosterQuery
    pagination_class = Pages

    @documented(RosterLineSerializer(many=True), query=RosterQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Every team's players and park, in order of selection."""
        rows = Pick.objects.filter(team__tournament=self.tournament)
        if "division" in self.asked:
            rows = rows.filter(team__division=self.asked["division"])
        if "team" in self.asked:
            rows = rows.filter(team=self.asked["team"])
        return self.pages(_held(rows), RosterLineSerializer)


class RosterView(TournamentView):
    pagination_class = Pages

    @documented(RosterLineSerializer(many=True))
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """One team's players and park, in order of selection."""
        team = get_object_or_404(Team, tournament=self.tournament, pk=team_id)
        return self.pages(_held(Pick.objects.filter(team=team)), RosterLineSerializer)


def _held(rows: QuerySet[Pick]) -> QuerySet[Pick]:
    """Picks without the turns that were skipped, with all that a line shows."""
    held = rows.exclude(card=None, park=None, designed_park__isnull=True)
    return held.select_related("team", "card", "park").order_by("team__name", "team_id", "overall")
