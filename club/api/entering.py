"""API endpoints for entering the club's people in a tournament."""

from typing import Any, ClassVar

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.queries.returning_people import RETURNING, find_returning, returning_people
from club.services.entering import enter_people
from core.api.base import NumberedPages, RowField, describe_endpoint
from core.api.list_filters import table_ordering
from core.api.tables import row_serializer
from tournaments.api.base import TournamentView
from tournaments.queries.entrants import MOST_TEAMS

ReturningPersonSerializer = row_serializer("ReturningPersonSerializer", RETURNING)


class ChosenPeopleSerializer(serializers.Serializer[Any]):
    people = serializers.ListField(child=RowField(), max_length=MOST_TEAMS, help_text="ids from this list")


class EnteredTeamsSerializer(serializers.Serializer[Any]):
    teams = serializers.ListField(child=serializers.IntegerField(), help_text="in the order of the people's names")


class ReturningPeopleView(TournamentView):
    roles: ClassVar = {"GET": "director", "POST": "director"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = table_ordering(RETURNING)
    search_fields = ("person.name", "person.home_town", "person.region", "team_name")

    @describe_endpoint(ReturningPersonSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """Return the club's people who have no team in this tournament, each with their most recent team."""
        ids = find_returning(self.tournament, is_organizer=self.viewer.is_organizer)
        return self.pages(returning_people(ids), ReturningPersonSerializer)

    @describe_endpoint(EnteredTeamsSerializer, body=ChosenPeopleSerializer, code=201)
    def post(self, request: Request, slug: str) -> Response:
        """Enter a team for each of these people, or none if any entry fails. Teams keep their names and crests."""
        teams = enter_people(
            tournament=self.tournament,
            person_ids=set(self.body(ChosenPeopleSerializer)["people"]),
            actor=self.actor,
            is_organizer=self.viewer.is_organizer,
        )
        return Response({"teams": [team.pk for team in teams]}, status=status.HTTP_201_CREATED)
