"""Shared parts of the draft API: room lookup, selections in request bodies, and the draft state."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField
from drafts.models import Draft
from drafts.queries.board import find_division_room
from drafts.queries.published import clock_facts
from drafts.queries.room import Room
from drafts.services.expiry import settle_drafts
from drafts.services.selections import Selection
from drafts.services.turns import find_team, pick_maker
from tournaments.api.base import TournamentView
from tournaments.models import Team


class TurnSerializer(serializers.Serializer[Any]):
    overall = serializers.IntegerField()
    label: Any = serializers.CharField(help_text="round and selection, such as 7.03")
    team = serializers.IntegerField()
    team_name = serializers.CharField()


class ClockSerializer(serializers.Serializer[Any]):
    """A draft's clock. `left` is the number of seconds remaining while the draft is paused."""

    state = serializers.ChoiceField(choices=Draft.State.choices)
    state_name = serializers.CharField()
    on_clock = TurnSerializer(allow_null=True)
    on_deck = TurnSerializer(allow_null=True)
    in_the_hole = TurnSerializer(allow_null=True, help_text="the team after the one on deck")
    again = serializers.BooleanField(help_text="the team is picking again after a rescinded pick (T0.18)")
    deadline = serializers.DateTimeField(allow_null=True)
    until = serializers.CharField(help_text="deadline in a multi-day draft, with day and time zone; otherwise empty")
    left = serializers.IntegerField(allow_null=True)
    bank = serializers.IntegerField(
        help_text="seconds left in the team's time bank when the time for this pick runs out"
    )
    acts = serializers.BooleanField(help_text="whether something happens when time runs out")
    program = serializers.CharField(help_text="autopick's progress in finishing the draft, or empty")
    skipped = TurnSerializer(many=True)


class DraftSerializer(serializers.Serializer[Any]):
    """A division's draft with its settings and clock. Send `version` back with every change."""

    division = serializers.IntegerField(source="draft.division_id")
    card_set = serializers.IntegerField(source="draft.card_set_id")
    rounds = serializers.IntegerField(source="profile.draft.rounds")
    teams = serializers.SerializerMethodField(help_text="in draft order")
    seconds_per_pick = serializers.IntegerField(source="draft.seconds_per_pick")
    on_expiry = serializers.ChoiceField(choices=Draft.OnExpiry.choices, source="draft.on_expiry")
    time_bank_seconds = serializers.IntegerField(source="draft.time_bank_seconds", help_text="for each team")
    trades_allowed = serializers.BooleanField(source="draft.trades_allowed")
    clock_from = serializers.TimeField(source="draft.clock_from", allow_null=True)
    clock_until = serializers.TimeField(source="draft.clock_until", allow_null=True)
    next_overall = serializers.IntegerField(source="draft.next_overall")
    version = serializers.IntegerField(source="draft.version")
    clock = serializers.SerializerMethodField()

    def get_teams(self, room: Room) -> list[int]:
        return [team.pk for team in room.teams]

    @extend_schema_field(ClockSerializer)
    def get_clock(self, room: Room) -> dict[str, Any]:
        return clock_facts(room)


class SelectionSerializer(serializers.Serializer[Any]):
    """A selection: exactly one of `card`, `park` and `designed_park`."""

    class DesignedPark(serializers.Serializer[Any]):
        name = serializers.CharField(max_length=400)
        singles = serializers.IntegerField(min_value=-1000, max_value=1000)
        homeruns = serializers.IntegerField(min_value=-1000, max_value=1000)

    card = RowField(required=False)
    park = RowField(required=False)
    designed_park = DesignedPark(required=False)


def parse_selection(fields: dict[str, Any]) -> Selection:
    design = fields.get("designed_park")
    return Selection(fields.get("card"), fields.get("park"), dict(design) if design is not None else None)


class DraftView(TournamentView):
    """Base view for the draft of a single division. Enforces an expired deadline before each write."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if "division_id" in self.kwargs and request.method not in SAFE_METHODS:
            settle_drafts(division_id=self.kwargs["division_id"], division__tournament=self.tournament)

    def room(self) -> Room:
        _, room = find_division_room(self.tournament, self.kwargs["division_id"])
        if room is None:
            raise Http404
        return room

    def team(self, room: Room, team_id: int | None) -> Team:
        """Return a team that the viewer can draft for. Without a team ID, return the viewer's own team."""
        team_id = team_id or self.viewer.drafts_for
        if team_id is None:
            raise serializers.ValidationError({"team": ["Send the team this is for."]})
        self.require_drafter(team_id)
        team = find_team(room, team_id)
        if team is None:
            raise Http404
        return team

    def made_by(self, team: Team) -> str:
        return pick_maker(self.viewer, team)

    def answer(self, code: int = 200) -> Response:
        return Response(DraftSerializer(self.room()).data, status=code)
