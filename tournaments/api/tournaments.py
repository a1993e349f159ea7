"""Tournaments in the API: list, settings, announcements and stage."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from core.api.base import NumberedPages, RowField, conflict_response, describe_endpoint, select_filters
from core.api.list_filters import same_fields
from core.errors import Stale
from tournaments.action_log.snapshots import SETTINGS
from tournaments.action_log.verbs import Verb
from tournaments.api.access import viewers_of_api
from tournaments.api.base import ResourceView, TournamentView
from tournaments.models import Action, Tournament
from tournaments.services.announcements import MAX_LENGTH, announce
from tournaments.services.copying import copy_tournament
from tournaments.services.setup import change_settings, create_tournament
from tournaments.services.stages import (
    move_stage,
    obstacles_ahead,
    obstacles_behind,
    stage_after,
    stage_before,
)


class SettingsSerializer(serializers.ModelSerializer[Tournament]):
    """The settings. Rules lock some of them after a certain stage."""

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = SETTINGS
        extra_kwargs: ClassVar = {
            "time_zone": {
                "required": True,
                "help_text": "where it is played, such as America/Chicago",
            }
        }


class SettingsChangeSerializer(SettingsSerializer):
    version = serializers.IntegerField(help_text="the version the change is based on")

    class Meta:
        model = Tournament
        fields = (*SETTINGS, "version")


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    events = serializers.SerializerMethodField(help_text="address of the live events (server-sent events)")

    class Meta:
        model = Tournament
        fields = ("slug", *SETTINGS, "stage", "announcement", "version", "events")

    @extend_schema_field(serializers.URLField())
    def get_events(self, tournament: Tournament) -> str:
        return reverse("events", args=[tournament.slug], request=self.context.get("request"))


class TournamentQuery(serializers.Serializer[Any]):
    stage = serializers.ChoiceField(choices=Tournament.Stage.choices, required=False)
    is_practice = serializers.BooleanField(required=False, allow_null=True, default=None)
    name = serializers.CharField(required=False, max_length=120, help_text="part of the name")


class TournamentsView(ResourceView):
    roles: ClassVar = {"GET": "public", "POST": "organiser"}
    query = TournamentQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("slug", "name", "place", "starts_on", "stage", "is_practice", id="pk")
    search_fields = ("slug", "name", "place")

    @describe_endpoint(TournamentSerializer(many=True), query=TournamentQuery)
    def get(self, request: Request) -> Response:
        """List every tournament in this installation that you can see, newest first."""
        visible = Tournament.objects.filter(viewers_of_api(request).visible_tournaments())
        rows = visible.filter(**select_filters(self.query_fields, "stage"))
        if self.query_fields["is_practice"] is not None:
            rows = rows.filter(is_practice=self.query_fields["is_practice"])
        if "name" in self.query_fields:
            rows = rows.filter(name__icontains=self.query_fields["name"])
        return self.pages(rows, TournamentSerializer, request=request)

    @describe_endpoint(TournamentSerializer, body=SettingsSerializer, code=201)
    def post(self, request: Request) -> Response:
        """Create a tournament in the sign-up stage."""
        tournament = create_tournament(actor=self.actor, **self.body(SettingsSerializer))
        return Response(_tournament_document(tournament, request), status=status.HTTP_201_CREATED)


class TournamentCopySerializer(SettingsSerializer):
    teams = serializers.ListField(
        child=RowField(), default=list, max_length=200, help_text="ids of teams whose managers are playing again"
    )

    class Meta:
        model = Tournament
        fields = (*SETTINGS, "teams")
        extra_kwargs: ClassVar = SettingsSerializer.Meta.extra_kwargs


class CopyTournamentView(TournamentView):
    roles: ClassVar = {"POST": "organiser"}

    @describe_endpoint(TournamentSerializer, body=TournamentCopySerializer, code=201)
    def post(self, request: Request, slug: str) -> Response:
        """Create a copy of this tournament with its rules, timetable and selected teams.

        The body has all other settings.
        """
        data = self.body(TournamentCopySerializer)
        team_ids = data.pop("teams")
        copied = copy_tournament(source=self.tournament, actor=self.actor, team_ids=team_ids, **data)
        return Response(_tournament_document(copied, request), status=status.HTTP_201_CREATED)


class TournamentDetailView(TournamentView):
    roles: ClassVar = {"GET": "public", "PATCH": "director"}

    @describe_endpoint(TournamentSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return a tournament with its settings, its stage and its event stream's URL."""
        return Response(_tournament_document(self.tournament, request))

    @describe_endpoint(TournamentSerializer, body=SettingsChangeSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings, based on `version`.

        If another user has saved changes, respond with 409 and both versions.
        """
        data = self.body(SettingsChangeSerializer, partial=True)
        version = data.pop("version", None)
        if version is None:
            raise serializers.ValidationError({"version": ["Send the version the change is based on."]})
        try:
            tournament = change_settings(tournament=self.tournament, actor=self.actor, version=version, **data)
        except Stale as stale:
            self.tournament.refresh_from_db()
            return conflict_response(stale, saved=_tournament_document(self.tournament, request), sent=request.data)
        return Response(_tournament_document(tournament, request))


def _tournament_document(tournament: Tournament, request: Request) -> dict[str, Any]:
    return dict(TournamentSerializer(tournament, context={"request": request}).data)


class AnnouncementSerializer(serializers.Serializer[Any]):
    sentence = serializers.CharField(
        max_length=MAX_LENGTH,
        allow_blank=True,
        help_text="empty: removes the announcement",
    )


class AnnouncedSerializer(serializers.ModelSerializer[Action]):
    sentence = serializers.SerializerMethodField(help_text="empty if it was removed")

    class Meta:
        model = Action
        fields = ("sentence", "at", "actor")

    def get_sentence(self, action: Action) -> str:
        return next(
            (str(row["announcement"]) for row in action.after.values() if "announcement" in row),
            "",
        )


class AnnouncementView(TournamentView):
    roles: ClassVar = {"GET": "public", "POST": "staff"}
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields("at", "actor")
    search_fields = ("sentence", "actor")

    @describe_endpoint(AnnouncedSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List all announcements, newest first. The tournament's `announcement` is the current one."""
        actions = Action.objects.filter(tournament=self.tournament, verb=Verb.ANNOUNCE).order_by("-pk")
        return self.pages(actions, AnnouncedSerializer)

    @describe_endpoint(TournamentSerializer, body=AnnouncementSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Show an announcement on every page until it is replaced."""
        sentence = self.body(AnnouncementSerializer)["sentence"]
        announce(tournament=self.tournament, sentence=sentence, actor=self.actor)
        self.tournament.refresh_from_db()
        return Response(_tournament_document(self.tournament, request))


class ObstacleSerializer(serializers.Serializer[Any]):
    sentence = serializers.CharField()
    can_be_waived = serializers.BooleanField()


class StageSerializer(serializers.Serializer[Any]):
    """The stage, and any obstacles to moving on or back."""

    stage = serializers.ChoiceField(choices=Tournament.Stage.choices)
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    ahead = ObstacleSerializer(many=True)
    behind = ObstacleSerializer(many=True)


class MoveStageSerializer(serializers.Serializer[Any]):
    now = serializers.ChoiceField(choices=Tournament.Stage.choices, help_text="the stage you expect it to be at")
    to = serializers.ChoiceField(choices=Tournament.Stage.choices)
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)


class StageView(TournamentView):
    roles: ClassVar = {"GET": "director", "POST": "director"}

    @describe_endpoint(StageSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return the stage, and any obstacles to moving on or back."""
        return Response(self._document(self.tournament))

    @describe_endpoint(StageSerializer, body=MoveStageSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Move to the next or previous stage. Waiving an obstacle requires a reason (T0.09)."""
        data = self.body(MoveStageSerializer)
        self.tournament.stage = data["now"]
        tournament = move_stage(tournament=self.tournament, actor=self.actor, to=data["to"], reason=data["reason"])
        return Response(self._document(tournament))

    def _document(self, tournament: Tournament) -> dict[str, Any]:
        document = {
            "stage": tournament.stage,
            "next": stage_after(tournament),
            "previous": stage_before(tournament),
            "ahead": obstacles_ahead(tournament),
            "behind": obstacles_behind(tournament),
        }
        return dict(StageSerializer(document).data)
