"""API for the roster check: a team's missing players, the free cards that fill a need, and waivers."""

from typing import Any, ClassVar

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, describe_endpoint
from drafts.api.cards import CARD_ORDERING, CARD_SEARCH, CardQuery, CardSerializer, filter_cards
from drafts.queries.card_set_owners import require_cards
from drafts.queries.roster_check import RosterCheck, check_roster
from drafts.services.legal_teams import let_team_play
from tournaments.api.base import TournamentView
from tournaments.models import Team


class RosterRulingSerializer(serializers.Serializer[Any]):
    is_met = serializers.BooleanField(source="allowed")
    finding = serializers.CharField(source="finding.name")
    rule = serializers.CharField()
    sentence = serializers.CharField(source="__str__")


class PositionNeedSerializer(serializers.Serializer[Any]):
    position = serializers.CharField(help_text="a position, or several that one player can fill")
    players = serializers.IntegerField()


class OutlookSerializer(serializers.Serializer[Any]):
    """A team's outlook for a legal roster, based on its remaining picks."""

    can_become_legal = serializers.BooleanField(source="can_complete")
    players_needed = serializers.IntegerField(
        source="needed", allow_null=True, help_text="null if no cards would fill it"
    )
    starters_needed = serializers.IntegerField()
    fielders_needed = serializers.IntegerField(allow_null=True)
    free_picks = serializers.IntegerField(source="slack", help_text="that can be any player; negative: too late")
    parks_needed = serializers.IntegerField(source="parks_due")
    verdict = RosterRulingSerializer()


class RosterCheckSerializer(serializers.Serializer[RosterCheck]):
    """The check of a team's roster: counts (T0.02), starters (T10.2) and backups (T31.10)."""

    is_legal = serializers.BooleanField()
    turns_left = serializers.IntegerField(source="roster.team_draft.turns_left")
    rulings = RosterRulingSerializer(many=True, source="roster.rulings")
    needs = serializers.SerializerMethodField()
    outlook = OutlookSerializer(allow_null=True, help_text="null for a finished roster")

    @extend_schema_field(PositionNeedSerializer(many=True))
    def get_needs(self, check: RosterCheck) -> list[dict[str, Any]]:
        return [{"position": name, "players": count} for name, count in check.missing_by_position.items()]


class _RosterCheckView(TournamentView):
    def team(self) -> Team:
        teams = Team.objects.select_related("division", "tournament")
        return get_object_or_404(teams, tournament=self.tournament, pk=self.kwargs["team_id"])

    def check(self) -> RosterCheck:
        check = check_roster(self.team())
        if check is None:
            raise Http404
        return check


class RosterCheckView(_RosterCheckView):
    roles: ClassVar = {"GET": "public"}

    @describe_endpoint(RosterCheckSerializer)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Return the team's roster check, its needs by position and its number of free picks."""
        return Response(RosterCheckSerializer(self.check()).data)


class FillingCardsView(_RosterCheckView):
    query = CardQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = CARD_ORDERING
    search_fields = CARD_SEARCH

    @describe_endpoint(CardSerializer(many=True), query=CardQuery)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Return the free cards that fill a need of the team, or an empty list if the team needs nothing."""
        check = self.check()
        self.allow(lambda: require_cards(self.viewer, check.roster.room.draft.card_set))
        cards = filter_cards(tuple(check.filling_cards), self.query_fields, frozenset())
        return self.pages(cards, CardSerializer)


class LetPlaySerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=300)


class LetTeamPlayView(_RosterCheckView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(RosterCheckSerializer, body=LetPlaySerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Allow a team with an illegal roster to play. Requires the director's reason (T10.2, T31.10)."""
        let_team_play(team=self.team(), reason=self.body(LetPlaySerializer)["reason"], actor=self.actor)
        return Response(RosterCheckSerializer(self.check()).data)
