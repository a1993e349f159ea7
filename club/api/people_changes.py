"""API endpoints for organizers to merge and split people, link managers, and undo these changes."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.models import ClubChange, ManagerLink, Person
from club.queries.linking import UnlinkedManager, unlinked_managers
from club.services.finishes import follow_tournaments
from club.services.people import answer_link, merge_people, split_person, undo_change
from core.api.base import NumberedPages, RowField, describe_endpoint
from core.api.list_filters import same_fields
from tournaments.api.base import ResourceView

_MOST_LINKS = 1000


class ClubChangeSerializer(serializers.ModelSerializer[ClubChange]):
    """A change to the club's records, without names."""

    undone_by: Any = serializers.IntegerField(source="undone_by.pk", allow_null=True, default=None)
    results = serializers.CharField(source="number", help_text='of an import, such as "31 results"')
    points = serializers.CharField(help_text='of a correction, such as "2.00 in 2026"')

    class Meta:
        model = ClubChange
        fields = ("id", "kind", "person", "actor", "at", "points", "results", "undoes", "undone_by", "can_be_undone")


class ClubChangesView(ResourceView):
    roles: ClassVar = {"GET": "organiser"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("id", "kind", "actor", "at", "person")
    search_fields = ("actor", "person__name")

    @describe_endpoint(ClubChangeSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Return the changes to the club's records, newest first."""
        return self.pages(ClubChange.objects.select_related("undone_by"), ClubChangeSerializer)


class UndoClubChangeView(ResourceView):
    roles: ClassVar = {"POST": "organiser"}

    @describe_endpoint(ClubChangeSerializer, code=201)
    def post(self, request: Request, change_id: int) -> Response:
        """Undo a merge, a split or an import of past results."""
        change = get_object_or_404(ClubChange, pk=change_id)
        undo = undo_change(change=change, actor=self.actor)
        return Response(ClubChangeSerializer(undo).data, status=status.HTTP_201_CREATED)


class MergeSerializer(serializers.Serializer[Any]):
    duplicate = RowField(help_text="the person whose teams and results move to the person in the address")


class MergePersonView(ResourceView):
    roles: ClassVar = {"POST": "organiser"}

    @describe_endpoint(ClubChangeSerializer, body=MergeSerializer, code=201)
    def post(self, request: Request, person_id: int) -> Response:
        """Merge a duplicate into this person."""
        person = get_object_or_404(Person, pk=person_id)
        duplicate = Person.objects.filter(pk=self.body(MergeSerializer)["duplicate"]).first()
        change = merge_people(person=person, duplicate=duplicate, actor=self.actor)
        return Response(ClubChangeSerializer(change).data, status=status.HTTP_201_CREATED)


class LinkSerializer(serializers.ModelSerializer[ManagerLink]):
    """A team that a person managed. Send its `id` to `split/`."""

    team_name = serializers.CharField(source="team.name")
    tournament = serializers.CharField(source="team.tournament.slug")

    class Meta:
        model = ManagerLink
        fields = ("id", "person", "team", "team_name", "tournament")


class PersonLinksView(ResourceView):
    roles: ClassVar = {"GET": "organiser"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("id", team_name="team__name", tournament="team__tournament__slug")
    search_fields = ("team__name", "team__tournament__name")

    @describe_endpoint(LinkSerializer(many=True))
    def get(self, request: Request, person_id: int) -> Response:
        """Return the teams that a person managed."""
        person = get_object_or_404(Person, pk=person_id)
        return self.pages(person.links.select_related("team__tournament"), LinkSerializer)


class SplitSerializer(serializers.Serializer[Any]):
    links = serializers.ListField(child=RowField(), max_length=_MOST_LINKS, help_text="ids from `links/`")


class NewPersonSerializer(serializers.ModelSerializer[Person]):
    class Meta:
        model = Person
        fields = ("id", "name", "home_town", "region", "is_listed")


class SplitPersonView(ResourceView):
    roles: ClassVar = {"POST": "organiser"}

    @describe_endpoint(NewPersonSerializer, body=SplitSerializer, code=201)
    def post(self, request: Request, person_id: int) -> Response:
        """Move some of this person's teams to a new person with the same name."""
        person = get_object_or_404(Person, pk=person_id)
        new_person = split_person(person=person, link_ids=self.body(SplitSerializer)["links"], actor=self.actor)
        return Response(NewPersonSerializer(new_person).data, status=status.HTTP_201_CREATED)


class UnlinkedManagerSerializer(serializers.Serializer[UnlinkedManager]):
    """A manager who matches more than one person."""

    manager = serializers.IntegerField(source="manager.pk")
    name = serializers.CharField(source="manager.name")
    region = serializers.CharField(source="manager.region")
    team = serializers.CharField(source="manager.team.name")
    tournament = serializers.CharField(source="manager.team.tournament.slug")
    candidates = NewPersonSerializer(many=True)


class AnswerLinkSerializer(serializers.Serializer[Any]):
    manager = RowField()
    person = RowField(allow_null=True, help_text="one of the candidates, or null for a new person")


class PeopleToLinkView(ResourceView):
    roles: ClassVar = {"GET": "organiser", "POST": "organiser"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields(
        name="manager.name", team="manager.team.name", tournament="manager.team.tournament.slug"
    )
    search_fields = ("manager.name", "manager.team.name", "manager.region")

    @describe_endpoint(UnlinkedManagerSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Return the managers who match more than one person. All other managers are linked automatically."""
        return self.pages([row for row in unlinked_managers() if row.is_question], UnlinkedManagerSerializer)

    @describe_endpoint(LinkSerializer, body=AnswerLinkSerializer, code=201)
    def post(self, request: Request) -> Response:
        """Link a manager to a person."""
        data = self.body(AnswerLinkSerializer)
        name = f"Manager {data['manager']}"
        link = answer_link(manager_id=data["manager"], name=name, person_id=data["person"], actor=self.actor)
        return Response(LinkSerializer(link).data, status=status.HTTP_201_CREATED)


class RecomputationSerializer(serializers.Serializer[Any]):
    tournaments = serializers.IntegerField(help_text="the tournaments that had changed")


class RecomputeView(ResourceView):
    roles: ClassVar = {"POST": "organiser"}

    @describe_endpoint(RecomputationSerializer)
    def post(self, request: Request) -> Response:
        """Update people, season points and ratings from all tournaments."""
        return Response(RecomputationSerializer({"tournaments": follow_tournaments()}).data)
