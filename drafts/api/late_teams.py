"""API for adding a late team to a draft in progress."""

from typing import Any, ClassVar

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from drafts.api.base import DraftView
from drafts.services.late_teams import add_late_team, late_team_ruling, passed_turns
from tournaments.api.teams import ReasonedEntrantSerializer, TeamSerializer, entrant_of_body
from tournaments.queries.entrants import teams_of


class LateTeamRulingSerializer(serializers.Serializer[Any]):
    """The ruling on whether a late team can join now, and the number of rounds it must make up."""

    is_allowed = serializers.BooleanField(source="ruling.allowed")
    finding = serializers.CharField(source="ruling.finding.name")
    rule = serializers.CharField(source="ruling.rule")
    sentence = serializers.CharField(source="ruling.__str__")
    rounds_passed = serializers.IntegerField()


class LateTeamView(DraftView):
    roles: ClassVar = {"GET": "director", "POST": "director"}

    @describe_endpoint(LateTeamRulingSerializer)
    def get(self, request: Request, slug: str, division_id: int) -> Response:
        """Check whether a late team can join the draft."""
        room = self.room()
        document = {"ruling": late_team_ruling(room), "rounds_passed": passed_turns(room) if room.teams else 0}
        return Response(LateTeamRulingSerializer(document).data)

    @describe_endpoint(TeamSerializer, body=ReasonedEntrantSerializer, code=201)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Add a late team to the draft with a sign-in link and its missed picks. A full division requires a reason."""
        data = self.body(ReasonedEntrantSerializer)
        team = add_late_team(
            draft_id=self.room().draft.pk, actor=self.actor, entrant=entrant_of_body(data), reason=data["reason"]
        )
        document = TeamSerializer(teams_of(self.tournament).get(pk=team.pk)).data
        return Response(document, status=status.HTTP_201_CREATED)
