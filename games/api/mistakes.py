"""API for mistakes (T31.0). Anyone can view them, and the offended manager chooses the remedy."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import NumberedPages, RowField, describe_endpoint, select_filters
from core.api.list_filters import same_fields
from core.errors import Refused
from drafts.models import PlayerCard
from games.models import Mistake
from games.queries.mistakes import answerable_teams, mistakes_of
from games.refusals import MistakeRefusal
from games.services.mistakes import CHOICES, answer_mistake, report_mistake
from games.services.taking_back import MAX_OUTS, StoodThen, take_game_back
from rules_engine.eligibility.game_reset import PointOfGame
from rules_engine.eligibility.mistakes import MISTAKE_DEFINITIONS, MistakeKind
from tournaments.api.base import TournamentView
from tournaments.api.series import SeriesView
from tournaments.models import Series, Team

KIND_CHOICES: Final = [(kind.value, MISTAKE_DEFINITIONS[kind].title) for kind in MistakeKind]


class MistakeSerializer(serializers.ModelSerializer[Mistake]):
    """A reported mistake.

    `options` lists the available choices at this stage. `agreed` lists the teams that have already agreed (T31.8).
    """

    facts = serializers.DictField(child=serializers.IntegerField())
    follows = serializers.ListField(child=serializers.CharField())
    options = serializers.ListField(child=serializers.CharField())
    agreed = serializers.ListField(child=serializers.IntegerField())

    class Meta:
        model = Mistake
        fields: tuple[str, ...] = (
            *("id", "series", "game", "inning", "kind", "facts", "offended", "card", "note", "stage", "rule", "reason"),
            *(
                "follows",
                "options",
                "agreed",
                "proposed",
                "chosen",
                "chosen_by",
                "taken_back",
                "found_at",
                "answered_at",
            ),
        )


class NewMistakeSerializer(serializers.Serializer[Any]):
    """A new mistake.

    `facts` depends on the kind of mistake: counts, or 1 and 0 for yes and no. Omit facts that the pitching sheet
    already shows.
    """

    kind = serializers.ChoiceField(choices=KIND_CHOICES)
    game = serializers.IntegerField(min_value=1, max_value=99)
    inning = serializers.IntegerField(min_value=1, max_value=99)
    offended = RowField(required=False, help_text="the offended team; omit for misread dice")
    card = RowField(required=False, help_text="the pitcher involved")
    facts = serializers.DictField(child=serializers.IntegerField(min_value=0, max_value=999), default=dict)
    note = serializers.CharField(max_length=300, default="", allow_blank=True)


class PointSerializer(serializers.Serializer[Any]):
    """The situation at the mistake. Mounds are pitchers' cards. Omit them if the innings show who was pitching."""

    inning = serializers.IntegerField(min_value=1, max_value=99)
    bottom = serializers.BooleanField()
    outs = serializers.IntegerField(min_value=0, max_value=MAX_OUTS)
    away_runs = serializers.IntegerField(min_value=0, max_value=99)
    home_runs = serializers.IntegerField(min_value=0, max_value=99)
    away_mound = RowField(required=False)
    home_mound = RowField(required=False)


class AboutSeedingSerializer(serializers.Serializer[Any]):
    """For the director: confirm that different teams would have qualified, and state the reason."""

    reason = serializers.CharField(max_length=300, default="", allow_blank=True)
    confirm_seeding = serializers.BooleanField(default=False)


class AnswerSerializer(AboutSeedingSerializer):
    choice = serializers.ChoiceField(choices=[*CHOICES, "none"], help_text="none: no mistake has occurred (T31.8)")
    team = RowField(required=False, help_text="the team that answers; optional for a manager of either team")
    footnote = serializers.CharField(max_length=300, default="", allow_blank=True)
    point = PointSerializer(required=False, help_text="director only: the game returns to this point at once")


class TakingBackSerializer(AboutSeedingSerializer):
    point = PointSerializer()


class MistakeQuery(serializers.Serializer[Any]):
    series = RowField(required=False)
    is_open = serializers.BooleanField(required=False, allow_null=True, default=None, help_text="not answered yet")


class MistakesView(TournamentView):
    query = MistakeQuery
    pagination_class = NumberedPages
    ordering_fields: ClassVar = same_fields(
        "id", "series", "game", "inning", "kind", "rule", "found_at", "answered_at", offended="offended__name"
    )
    search_fields = ("kind", "note", "rule", "reason", "offended__name")

    @describe_endpoint(MistakeSerializer(many=True), query=MistakeQuery)
    def get(self, request: Request, slug: str) -> Response:
        """Return the reported mistakes, newest first, with the available options and the choice made."""
        rows = mistakes_of(self.tournament).filter(**select_filters(self.query_fields, "series"))
        if self.query_fields["is_open"] is not None:
            rows = rows.filter(answered_at__isnull=self.query_fields["is_open"])
        return self.pages(rows, MistakeSerializer)


class ReportMistakeView(SeriesView):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(MistakeSerializer, body=NewMistakeSerializer, code=201)
    def post(self, request: Request, slug: str, series_id: int) -> Response:
        """Report a mistake. If there is a choice, the offended manager gets a notice to make it."""
        series = self.series(series_id)
        self.require_team(*series.playing_team_ids)
        fields = self.body(NewMistakeSerializer)
        kind = MistakeKind(fields["kind"])
        reported = report_mistake(
            series=series,
            actor=self.actor,
            kind=kind,
            game=fields["game"],
            inning=fields["inning"],
            offended=_offended(series, kind, fields.get("offended")),
            facts=_facts(kind, fields["facts"]),
            card=_card(series, fields.get("card")),
            note=fields["note"],
        )
        return Response(MistakeSerializer(reported).data, status=status.HTTP_201_CREATED)


class _OfMistake(TournamentView):
    def mistake(self, mistake_id: int) -> Mistake:
        return get_object_or_404(mistakes_of(self.tournament), pk=mistake_id)

    def about_seeding(self, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the seeding fields. Only the director can confirm a change to results behind the seeding."""
        return {"reason": fields["reason"], "confirm_seeding": fields["confirm_seeding"] and self.viewer.is_director}


class MistakeView(_OfMistake):
    @describe_endpoint(MistakeSerializer)
    def get(self, request: Request, slug: str, mistake_id: int) -> Response:
        """Return a mistake and its outcome."""
        return Response(MistakeSerializer(self.mistake(mistake_id)).data)


class AnswerMistakeView(_OfMistake):
    roles: ClassVar = {"POST": "manager"}

    @describe_endpoint(MistakeSerializer, body=AnswerSerializer)
    def post(self, request: Request, slug: str, mistake_id: int) -> Response:
        """Make the offended manager's choice, or make it for the manager as staff. The log can undo the choice."""
        mistake, fields = self.mistake(mistake_id), self.body(AnswerSerializer)
        at_once = self.viewer.is_staff and fields["choice"] in ("replay", "suspend")
        answered = answer_mistake(
            mistake=mistake,
            team=self._team(mistake, fields.get("team")),
            choice=fields["choice"],
            actor=self.actor,
            footnote=fields["footnote"],
            may_break_seal=self.viewer.is_director,
            stood=_stood(fields["point"]) if at_once and "point" in fields else None,
            **self.about_seeding(fields),
        )
        return Response(MistakeSerializer(answered).data)

    def _team(self, mistake: Mistake, team_id: int | None) -> Team:
        for team in answerable_teams(mistake, self.viewer):
            if team_id in (None, team.pk):
                return team
        raise PermissionDenied("The offended manager chooses.")


class TakeGameBackView(_OfMistake):
    roles: ClassVar = {"POST": "staff"}

    @describe_endpoint(MistakeSerializer, body=TakingBackSerializer)
    def post(self, request: Request, slug: str, mistake_id: int) -> Response:
        """Roll the game back to the point of the mistake, as the offended manager chose."""
        fields = self.body(TakingBackSerializer)
        done = take_game_back(
            mistake=self.mistake(mistake_id),
            stood=_stood(fields["point"]),
            actor=self.actor,
            **self.about_seeding(fields),
        )
        return Response(MistakeSerializer(done).data)


def _offended(series: Series, kind: MistakeKind, team_id: int | None) -> Team:
    if MISTAKE_DEFINITIONS[kind].both_at_fault:
        return series.home  # T31.8: neither team is, but the row requires a team
    for team in series.teams():
        if team.pk == team_id:
            return team
    raise Refused(MistakeRefusal.NOT_IN_SERIES, field="offended")


def _facts(kind: MistakeKind, facts: Mapping[str, int]) -> dict[str, int]:
    """Validate and return the submitted facts for this kind of mistake, with 1 for yes and 0 for no.

    Facts that the pitching sheet shows can be omitted.
    """
    questions = MISTAKE_DEFINITIONS[kind].questions
    names = [fact.name for fact in questions]
    if unknown := set(facts) - set(names):
        allowed = ", ".join(names) or "none"
        raise Refused(MistakeRefusal.UNKNOWN_FACT, field="facts", fact=min(unknown)[:80], known=allowed)
    for fact in questions:
        if not fact.is_count and facts.get(fact.name, 0) > 1:
            raise Refused(MistakeRefusal.NOT_YES_OR_NO, field="facts", fact=fact.name)
    return dict(facts)


def _card(series: Series, card_id: int | None) -> PlayerCard | None:
    """Return a pitcher on either team."""
    if card_id is None:
        return None
    card = PlayerCard.objects.filter(pk=card_id, picks__team__in=series.teams(), is_pitcher=True).first()
    if card is None:
        raise Refused(MistakeRefusal.NO_SUCH_PITCHER, field="card")
    return card


def _stood(point: Mapping[str, Any]) -> StoodThen:
    point_of_mistake = PointOfGame(point["inning"], point["bottom"], point["outs"])
    mounds = (point.get("away_mound"), point.get("home_mound"))
    return StoodThen(point_of_mistake, point["away_runs"], point["home_runs"], *mounds)
