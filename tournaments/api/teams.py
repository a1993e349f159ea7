"""Teams in the API: add, change, place and remove them."""

from dataclasses import replace
from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import (
    NumberedPages,
    RowField,
    conflict_response,
    describe_endpoint,
    select_filters,
)
from core.api.list_filters import same_fields
from core.api.tables import row_serializer
from core.crests import MAX_LETTERS, PALETTE
from core.errors import Stale
from tournaments.action_log.snapshots import fingerprint
from tournaments.api.base import TournamentView
from tournaments.models import Division, Manager, Team
from tournaments.queries.entrant_table import ENTRANTS
from tournaments.queries.entrants import Entrant, Person, teams_of
from tournaments.services.crests import choose_crest
from tournaments.services.divisions import (
    assign_division,
    keep_apart,
)
from tournaments.services.entrants import add_entrants, add_imputed_team, edit_team, give_manager, remove_team
from tournaments.services.pins import set_pin

MAX_NAME_LENGTH = 400  # Only a cap for the API. The services explain the real limit.


class TeamSerializer(row_serializer("TeamRow", ENTRANTS)):  # type: ignore[misc]
    """A team, as visible to everyone. Only staff can see where its managers live."""


class PersonSerializer(serializers.ModelSerializer[Manager]):
    class Meta:
        model = Manager
        fields = ("name", "home_town", "region")


class PersonEntrySerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME_LENGTH)
    home_town = serializers.CharField(max_length=MAX_NAME_LENGTH, default="", allow_blank=True)
    region = serializers.CharField(max_length=MAX_NAME_LENGTH, default="", allow_blank=True)


class EntrantSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME_LENGTH)
    managers = serializers.ListField(child=PersonEntrySerializer(), max_length=10)
    proxy = serializers.CharField(max_length=MAX_NAME_LENGTH, default="", allow_blank=True)


class EntryChangeSerializer(EntrantSerializer):
    is_absent = serializers.BooleanField()
    version = serializers.CharField(max_length=40)


class EntrySerializer(serializers.ModelSerializer[Team]):
    """A team as entered, for staff. Changes must send its `version`."""

    managers = PersonSerializer(many=True)
    version = serializers.SerializerMethodField()

    class Meta:
        model = Team
        fields = (
            "id",
            "name",
            "kind",
            "division",
            "slot",
            "managers",
            "proxy",
            "is_absent",
            "version",
        )

    def get_version(self, team: Team) -> str:
        return fingerprint(team)


class TeamQuery(serializers.Serializer[Any]):
    division = RowField(required=False)
    kind = serializers.ChoiceField(choices=Team.Kind.choices, required=False)
    name = serializers.CharField(required=False, max_length=80, help_text="part of the name")


class TeamView(TournamentView):
    """A view for a team in the tournament."""

    def team(self, team_id: int) -> Team:
        return get_object_or_404(teams_of(self.tournament), pk=team_id)


class TeamsView(TournamentView):
    roles: ClassVar = {"GET": "public", "POST": "staff"}
    query = TeamQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields(
        "id", "name", "slot", "kind", "seed", "is_absent", division="division__position"
    )
    search_fields = ("name", "managers__name")

    @describe_endpoint(TeamSerializer(many=True), query=TeamQuery)
    def get(self, request: Request, slug: str) -> Response:
        rows = teams_of(self.tournament).filter(**select_filters(self.query_fields, "division", "kind"))
        if "name" in self.query_fields:
            rows = rows.filter(name__icontains=self.query_fields["name"])
        return self.pages(rows, TeamSerializer)

    @describe_endpoint(TeamSerializer(), body=EntrantSerializer, code=201)
    def post(self, request: Request, slug: str) -> Response:
        """Add a team during sign-up. If the team already exists with the same data, return it with status 200."""
        entrant = entrant_of_body(self.body(EntrantSerializer))
        teams = add_entrants(tournament=self.tournament, actor=self.actor, entrants=[entrant])
        same_name = teams_of(self.tournament).filter(name__iexact=" ".join(entrant.team.split()))
        team = teams[0] if teams else get_object_or_404(same_name)
        return Response(
            TeamSerializer(team).data,
            status=status.HTTP_201_CREATED if teams else status.HTTP_200_OK,
        )


def entrant_of_body(data: dict[str, Any]) -> Entrant:
    """Return an entrant based on a body with EntrantSerializer's fields."""
    people = tuple(Person(**person) for person in data["managers"])
    return Entrant(data["name"], people, proxy=data["proxy"])


class ImputedSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=MAX_NAME_LENGTH)
    division = RowField(required=False, help_text="if omitted, the smallest division")


class ImputedTeamsView(TournamentView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(TeamSerializer, body=ImputedSerializer, code=201)
    def post(self, request: Request, slug: str) -> Response:
        """Add a team that the program drafts for (T0.12)."""
        data = self.body(ImputedSerializer)
        division_id = data.get("division")
        division = get_object_or_404(Division, tournament=self.tournament, pk=division_id) if division_id else None
        team = add_imputed_team(tournament=self.tournament, actor=self.actor, name=data["name"], division=division)
        return Response(TeamSerializer(team).data, status=status.HTTP_201_CREATED)


class TeamDetailView(TeamView):
    roles: ClassVar = {"GET": "public", "DELETE": "staff"}

    @describe_endpoint(TeamSerializer)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Return a team, as visible to everyone."""
        return Response(TeamSerializer(self.team(team_id)).data)

    @describe_endpoint()
    def delete(self, request: Request, slug: str, team_id: int) -> Response:
        """Remove a team during sign-up. Its links stop working."""
        remove_team(team=self.team(team_id), actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class EntryView(TeamView):
    roles: ClassVar = {"GET": "staff", "PUT": "staff"}

    @describe_endpoint(EntrySerializer)
    def get(self, request: Request, slug: str, team_id: int) -> Response:
        """Return a team as entered."""
        return Response(EntrySerializer(self.team(team_id)).data)

    @describe_endpoint(EntrySerializer, body=EntryChangeSerializer)
    def put(self, request: Request, slug: str, team_id: int) -> Response:
        """Change a team, based on `version`. If another user has changed it, respond with 409 and both versions."""
        team, data = self.team(team_id), self.body(EntryChangeSerializer)
        entrant = replace(entrant_of_body(data), is_imputed=team.kind == Team.Kind.IMPUTED)
        try:
            edit_team(
                team=team,
                actor=self.actor,
                made_from=data["version"],
                entrant=entrant,
                is_absent=data["is_absent"],
            )
        except Stale as stale:
            return conflict_response(stale, saved=EntrySerializer(self.team(team_id)).data, sent=request.data)
        return Response(EntrySerializer(self.team(team_id)).data)


class ReasonedEntrantSerializer(EntrantSerializer):
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)


class GiveManagerView(TeamView):
    roles: ClassVar = {"POST": "director"}

    @describe_endpoint(TeamSerializer, body=ReasonedEntrantSerializer)
    def post(self, request: Request, slug: str, team_id: int) -> Response:
        """Assign a manager to an imputed team (T0.12). Once its first series has started, this requires a reason."""
        data = self.body(ReasonedEntrantSerializer)
        team = give_manager(
            team=self.team(team_id), actor=self.actor, entrant=entrant_of_body(data), reason=data["reason"]
        )
        return Response(TeamSerializer(self.team(team.pk)).data)


class PlacementSerializer(serializers.Serializer[Any]):
    division = RowField(allow_null=True)


class ApartSerializer(serializers.Serializer[Any]):
    other = RowField(allow_null=True)


class TeamDivisionView(TeamView):
    roles: ClassVar = {"PUT": "staff"}

    @describe_endpoint(TeamSerializer, body=PlacementSerializer)
    def put(self, request: Request, slug: str, team_id: int) -> Response:
        """Assign a team to a division before the rolls. With null, the team chooses its own division."""
        division_id, team = self.body(PlacementSerializer)["division"], self.team(team_id)
        division = get_object_or_404(Division, tournament=self.tournament, pk=division_id) if division_id else None
        assign_division(team=team, actor=self.actor, division=division)
        return Response(TeamSerializer(self.team(team_id)).data)


class TeamApartView(TeamView):
    roles: ClassVar = {"PUT": "staff"}

    @describe_endpoint(TeamSerializer, body=ApartSerializer)
    def put(self, request: Request, slug: str, team_id: int) -> Response:
        """Keep two teams, such as relatives', in different divisions. Null removes this restriction."""
        other_id, team = self.body(ApartSerializer)["other"], self.team(team_id)
        other_team = self.team(other_id) if other_id else None
        keep_apart(team=team, actor=self.actor, other_team=other_team)
        return Response(TeamSerializer(self.team(team_id)).data)


class PinSerializer(serializers.Serializer[Any]):
    pin = serializers.CharField(max_length=40)


class CrestSerializer(serializers.Serializer[Any]):
    """A team's crest. Empty values are derived from the team's name."""

    letters = serializers.CharField(max_length=MAX_LETTERS, default="", allow_blank=True, help_text="2 or 3")
    colours = serializers.ChoiceField(choices=[("", ""), *PALETTE.items()], default="")


class CrestView(TeamView):
    roles: ClassVar = {"PUT": "manager"}

    @describe_endpoint(TeamSerializer, body=CrestSerializer)
    def put(self, request: Request, slug: str, team_id: int) -> Response:
        """Choose a team's crest. It must differ from every other team's crest in the tournament."""
        team, data = self.team(team_id), self.body(CrestSerializer)
        self.require_team(team.pk)
        team = choose_crest(team=team, actor=self.actor, letters=data["letters"], palette=data["colours"])
        return Response(TeamSerializer(team).data)


class PinView(TeamView):
    roles: ClassVar = {"PUT": "manager"}

    @describe_endpoint(body=PinSerializer)
    def put(self, request: Request, slug: str, team_id: int) -> Response:
        """Set the PIN for signing on the director's device. If staff set it, signatures are marked accordingly."""
        team = self.team(team_id)
        self.require_team(team.pk)
        set_pin(team=team, actor=self.actor, pin=self.body(PinSerializer)["pin"])
        return Response(status=status.HTTP_204_NO_CONTENT)
