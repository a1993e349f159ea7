"""API endpoints for people. Only organizers can see people who did not agree to be listed."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.forms import FIELDS
from club.models import PastResult, Person, PersonRating
from club.queries.people import PEOPLE, listed_people
from club.queries.person_page import Career, CareerTeam, FavoritePlayer, HeadToHead, career_of
from club.queries.seasons import PersonSeason
from club.services.people import edit_person
from core.api.base import NumberedPages, describe_endpoint
from core.api.list_filters import table_ordering
from core.api.tables import row_serializer
from tournaments.api.base import ResourceView

ListedPersonSerializer = row_serializer("ListedPersonSerializer", PEOPLE)


class PeopleQuery(serializers.Serializer[Any]):
    name = serializers.CharField(required=False, max_length=80, help_text="part of the name")


class CareerTeamSerializer(serializers.Serializer[CareerTeam]):
    """A team that the person managed. Results are null until the tournament is finished."""

    tournament = serializers.CharField(source="tournament.slug")
    tournament_name = serializers.CharField(source="tournament.name")
    team = serializers.CharField(source="name")
    partners = serializers.ListField(child=serializers.CharField())
    wins = serializers.IntegerField(source="finish.wins", allow_null=True, default=None)
    losses = serializers.IntegerField(source="finish.losses", allow_null=True, default=None)
    ties = serializers.IntegerField(source="finish.ties", allow_null=True, default=None)
    place = serializers.IntegerField(
        source="finish.place", allow_null=True, default=None, help_text="1 champion, 2 runner-up, else 0"
    )


class HeadToHeadSerializer(serializers.Serializer[HeadToHead]):
    """Games against one opponent. All unlisted opponents share one row without an id."""

    person = serializers.IntegerField(source="opponent.pk", allow_null=True, default=None)
    name = serializers.CharField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    ties = serializers.IntegerField()


class PastResultSerializer(serializers.Serializer[PastResult]):
    """A result from the club's own records. `tournament` is "" for a whole-year result. Unknown numbers are null."""

    year = serializers.IntegerField()
    tournament = serializers.CharField()
    wins = serializers.IntegerField(allow_null=True)
    losses = serializers.IntegerField(allow_null=True)
    ties = serializers.IntegerField()
    place = serializers.IntegerField(help_text="1 champion, 2 runner-up, else 0")
    finish = serializers.CharField()
    points = serializers.FloatField(allow_null=True, help_text="as imported; null if the year's formula sets them")


class PersonRatingSerializer(serializers.Serializer[PersonRating]):
    """The person's Glicko-2 rating in one kind of play."""

    kind = serializers.ChoiceField(choices=PersonRating.Kind.choices)
    rating = serializers.FloatField(source="rounded_rating")
    deviation = serializers.FloatField(
        source="rounded_deviation", help_text="the true rating is within two of these in 19 of 20 cases"
    )
    is_provisional = serializers.BooleanField()
    games = serializers.IntegerField()
    tournaments = serializers.IntegerField()
    last_played_on = serializers.DateField()


class DraftedByPersonSerializer(serializers.Serializer[FavoritePlayer]):
    """A player whom the person drafted."""

    name = serializers.CharField()
    drafts = serializers.IntegerField()
    average_pick = serializers.SerializerMethodField()

    def get_average_pick(self, player: FavoritePlayer) -> float:
        return round(float(player.average_pick), 2)


class CareerSerializer(serializers.Serializer[Career]):
    id = serializers.IntegerField(source="person.pk")
    name = serializers.CharField(source="person.name")
    home_town = serializers.CharField(source="person.home_town")
    region = serializers.CharField(source="person.region")
    titles = serializers.IntegerField()
    finals = serializers.IntegerField()
    teams = CareerTeamSerializer(many=True)
    head_to_head = HeadToHeadSerializer(many=True)
    ratings = PersonRatingSerializer(many=True)
    past_results = PastResultSerializer(many=True, help_text="imported results, newest first")
    drafted_players = DraftedByPersonSerializer(source="players", many=True, help_text="most often drafted first")
    seasons = serializers.SerializerMethodField(help_text='points by year, such as {"2026": 41.33}')

    def get_seasons(self, career: Career) -> dict[str, float]:
        return {str(year): _rounded(line) for year, line in career.seasons}


def _rounded(line: PersonSeason) -> float:
    return round(float(line.points), 2)


class PeopleView(ResourceView):
    roles: ClassVar = {"GET": "public"}
    query = PeopleQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = table_ordering(PEOPLE)
    search_fields = ("person.name", "person.home_town", "person.region")

    @describe_endpoint(ListedPersonSerializer(many=True), query=PeopleQuery, operation_id="people_list")
    def get(self, request: Request) -> Response:
        """Return the people who agreed to be listed, sorted by name."""
        lines = listed_people(self.query_fields.get("name", ""), is_organizer=self.viewer.is_organizer)
        return self.pages(lines, ListedPersonSerializer)


class PersonEditSerializer(serializers.ModelSerializer[Person]):
    """The data that an organizer can edit for a person. Omitted fields stay unchanged."""

    class Meta:
        model = Person
        fields = (*FIELDS, "is_listed")
        extra_kwargs: ClassVar = {name: {"required": False} for name in fields}


class PersonView(ResourceView):
    roles: ClassVar = {"GET": "public", "PATCH": "organiser"}

    @describe_endpoint(CareerSerializer, operation_id="people_one")
    def get(self, request: Request, person_id: int) -> Response:
        """Return a person's career: tournaments, head-to-head records, and points by year."""
        persons = Person.objects.current() if self.viewer.is_organizer else Person.objects.listed()
        return Response(CareerSerializer(career_of(get_object_or_404(persons, pk=person_id))).data)

    @describe_endpoint(CareerSerializer, body=PersonEditSerializer)
    def patch(self, request: Request, person_id: int) -> Response:
        """Change the club's data about a person."""
        person = get_object_or_404(Person.objects.current(), pk=person_id)
        data = {"is_listed": person.is_listed, **self.body(PersonEditSerializer)}
        values = {name: data.get(name, getattr(person, name)) for name in FIELDS}
        edited = edit_person(person=person, actor=self.actor, values=values, is_listed=data["is_listed"])
        return Response(CareerSerializer(career_of(edited)).data)
