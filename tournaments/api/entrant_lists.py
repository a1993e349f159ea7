"""Import a list of teams through the API. Pasted lists are parsed as on the page."""

from typing import Any, ClassVar

from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from core.imports.sheet_forms import LARGEST_SHEET
from tournaments.api.base import TournamentView
from tournaments.api.teams import PersonSerializer, TeamSerializer
from tournaments.forms.entrant_lists import EntrantList, email_by_team, read_list
from tournaments.forms.people import EntrantListForm
from tournaments.queries.entrants import check_entrants
from tournaments.services.entrants import add_entrants
from tournaments.services.sign_ups import keep_emails


class EntrantTextSerializer(serializers.Serializer[Any]):
    """A list of teams as text: spreadsheet cells, CSV, or one line per team."""

    text = serializers.CharField(max_length=LARGEST_SHEET, trim_whitespace=False)
    has_headings = serializers.BooleanField(default=False, help_text="even if no heading is recognized")


class EntrantListSerializer(EntrantTextSerializer):
    keep_emails = serializers.BooleanField(default=False, help_text="used to send news to the teams")


class EntrantFaultSerializer(serializers.Serializer[Any]):
    finding = serializers.CharField(source="finding.name")
    sentence = serializers.CharField(source="__str__")


class CheckedEntrantSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField(source="entrant.line")
    team = serializers.CharField(source="entrant.team")
    managers = PersonSerializer(many=True, source="entrant.managers")
    proxy = serializers.CharField(source="entrant.proxy")
    is_entered = serializers.BooleanField(source="already", help_text="the same team has already been entered")
    faults = EntrantFaultSerializer(many=True)


class CheckedListSerializer(serializers.Serializer[Any]):
    notes = serializers.ListField(child=serializers.CharField(), help_text="how the list was read")
    entrants = CheckedEntrantSerializer(many=True)


class _EntrantListView(TournamentView):
    roles: ClassVar = {"POST": "staff"}

    def read(self, data: dict[str, Any]) -> EntrantList:
        """Parse the list as the page's form does."""
        form = EntrantListForm({"text": data["text"], "has_headings": data["has_headings"]})
        if not form.is_valid():
            sentences = [str(sentence) for errors in form.errors.values() for sentence in errors]
            raise exceptions.ValidationError({"text": sentences})
        return read_list(form.cleaned_data["table"], has_headings=form.cleaned_data["has_headings"])


class EntrantListView(_EntrantListView):
    @describe_endpoint(TeamSerializer(many=True), body=EntrantListSerializer, code=201)
    def post(self, request: Request, slug: str) -> Response:
        """Add all teams in a list, or none if any has an error. The response omits teams that were already entered."""
        data = self.body(EntrantListSerializer)
        entrant_list = self.read(data)
        teams = add_entrants(tournament=self.tournament, actor=self.actor, entrants=entrant_list.entrants)
        if data["keep_emails"]:
            keep_emails(
                tournament=self.tournament,
                email_by_team=email_by_team(entrant_list.entrants, entrant_list.email_by_line),
            )
        return Response(TeamSerializer(teams, many=True).data, status=status.HTTP_201_CREATED)


class CheckEntrantListView(_EntrantListView):
    writes_nothing = True

    @describe_endpoint(CheckedListSerializer, body=EntrantTextSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Preview the teams that a list would add, with each line's errors."""
        entrant_list = self.read(self.body(EntrantTextSerializer))
        checked = check_entrants(self.tournament, entrant_list.entrants)
        return Response(CheckedListSerializer({"notes": entrant_list.notes, "entrants": checked}).data)
