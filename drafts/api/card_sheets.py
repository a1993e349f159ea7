"""API for card sets made from a user's own files: ratings sheets and season statistics."""

from typing import Any, ClassVar, Final

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import describe_endpoint
from core.api.sheets import SheetTextSerializer, read_sheet_text
from core.errors import Refused
from core.imports.headings import ColumnChoices
from core.imports.several_files import NamedFile, read_files
from core.imports.tables import MOST_SHEETS
from drafts.api.card_uploads import FileContentField
from drafts.api.cards import CardSetSerializer, require_staff_of_any
from drafts.card_files.own_seasons import OwnSeason, read_own_season
from drafts.card_files.ratings_overlay import LEAVE_OUT
from drafts.card_files.ratings_rows import NoHeadings
from drafts.forms.card_sets import LEAGUES, NAME_LENGTH
from drafts.forms.rated_seasons import RatedSeasonPlan, plan_rated_season
from drafts.models import CardSet
from drafts.queries.card_set_owners import CardSetUser
from drafts.queries.card_sets import card_sets_with_counts
from drafts.refusals import CardSetRefusal, RatingsSheetRefusal
from drafts.services.card_sets import check_name, store_own_season
from drafts.services.ratings_sheets import store_rated_season
from seasons.players_and_parks import ALL_LEAGUES, CardMinimums
from tournaments.api.access import viewers_of_api
from tournaments.api.base import ResourceView

_MOST_ANSWERS: Final = 2000


class NewCardSetSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=NAME_LENGTH, help_text="of the card set")
    is_private = serializers.BooleanField(default=False, help_text="only you and the organizer can use it")
    replace = serializers.BooleanField(default=False, help_text="the card set with this name, if no draft uses it")


class _CardSheetView(ResourceView):
    """Base view for card sets. They belong to the installation, so staff of any tournament can make them."""

    roles: ClassVar = {"POST": "any_staff"}

    def check_role(self, request: Request) -> None:
        self.allow(lambda: require_staff_of_any(request))

    @property
    def user(self) -> CardSetUser:
        return CardSetUser.from_viewers(viewers_of_api(self.request))

    def check(self, data: dict[str, Any]) -> None:
        check_name(name=data["name"], replace=data["replace"], user=self.user)

    def answer(self, card_set: CardSet) -> Response:
        shown = card_sets_with_counts().get(pk=card_set.pk)
        return Response(CardSetSerializer(shown).data, status=status.HTTP_201_CREATED)


class CardAnswerSerializer(serializers.Serializer[Any]):
    """The answer to a question: a card's code, or nothing to skip the row."""

    row = serializers.IntegerField(min_value=1, max_value=10_000_000)
    code = serializers.CharField(max_length=40, default="", allow_blank=True)


class RatingsSheetSerializer(NewCardSetSerializer, SheetTextSerializer):
    year = serializers.IntegerField(min_value=1, max_value=9999, help_text="the season that the sheet rates")
    league = serializers.ChoiceField(choices=LEAGUES, default=ALL_LEAGUES)
    answers = serializers.ListField(child=CardAnswerSerializer(), default=list, max_length=_MOST_ANSWERS)


class RatedCardSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    clubs = serializers.CharField()


class RatingsQuestionSerializer(serializers.Serializer[Any]):
    """A row that matches several cards, or only loosely matches a single card."""

    row = serializers.IntegerField(source="player.row")
    place = serializers.CharField(source="player.place")
    name = serializers.CharField(source="player.name")
    cards = RatedCardSerializer(many=True)


class UnusedRowSerializer(serializers.Serializer[Any]):
    place = serializers.CharField()
    reason = serializers.CharField()


class RatingsPlanSerializer(serializers.Serializer[Any]):
    """A preview of the result for each row of a ratings sheet."""

    cards = serializers.IntegerField(help_text="of the season")
    rated = serializers.IntegerField()
    questions = RatingsQuestionSerializer(many=True)
    left_out = UnusedRowSerializer(many=True)
    faults = serializers.ListField(child=serializers.CharField(), help_text="cells that can't be read")


class _RatingsSheetView(_CardSheetView):
    def plan(self, data: dict[str, Any]) -> RatedSeasonPlan:
        answers = {answer["row"]: answer["code"] or LEAVE_OUT for answer in data["answers"]}
        table = read_sheet_text(data["text"])
        try:
            return plan_rated_season(table=table, year=data["year"], league=data["league"], answers=answers)
        except NoHeadings:
            raise Refused(RatingsSheetRefusal.NO_HEADINGS, field="text") from None


class RatingsSheetView(_RatingsSheetView):
    @describe_endpoint(CardSetSerializer(), body=RatingsSheetSerializer, code=201)
    def post(self, request: Request) -> Response:
        """Make a card set from a season and a ratings sheet. All questions must be answered first."""
        data = self.body(RatingsSheetSerializer)
        self.check(data)
        plan = self.plan(data)
        if plan.overlay.questions:
            raise Refused(RatingsSheetRefusal.UNANSWERED, rows=len(plan.overlay.questions))
        options = {name: data[name] for name in ("name", "year", "league", "replace", "is_private")}
        return self.answer(store_rated_season(season=plan.season, cards=plan.cards, user=self.user, **options))


class CheckRatingsSheetView(_RatingsSheetView):
    writes_nothing = True

    @describe_endpoint(RatingsPlanSerializer, body=RatingsSheetSerializer)
    def post(self, request: Request) -> Response:
        """Preview a ratings sheet's rows without storing them."""
        data = self.body(RatingsSheetSerializer)
        self.check(data)
        plan = self.plan(data)
        document = {
            "cards": len(plan.cards),
            "rated": len(plan.overlay.rated),
            "questions": plan.overlay.questions,
            "left_out": [{"place": row.player.place, "reason": row.reason} for row in plan.overlay.left_out],
            "faults": [str(fault) for fault in plan.sheet.faults],
        }
        return Response(RatingsPlanSerializer(document).data)


class StatisticsFileSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=200, help_text="such as batting.csv")
    content = FileContentField(help_text="the file as base64: CSV, .xlsx or .ROS")


class OwnSeasonSerializer(NewCardSetSerializer):
    year = serializers.IntegerField(min_value=1871, max_value=2100)
    files = serializers.ListField(child=StatisticsFileSerializer(), min_length=1, max_length=MOST_SHEETS)


class OwnSeasonPlanSerializer(serializers.Serializer[Any]):
    """A summary of the data found in the files."""

    players = serializers.IntegerField()
    parks = serializers.IntegerField()
    rows = serializers.DictField(child=serializers.IntegerField(), help_text="rows that were used, by kind")
    unused = UnusedRowSerializer(many=True)


class _OwnSeasonView(_CardSheetView):
    def read(self, data: dict[str, Any]) -> OwnSeason:
        self.check(data)
        files = [NamedFile(file["name"], file["content"]) for file in data["files"]]
        own = read_own_season(read_files(files, year=data["year"]), data["year"], ColumnChoices(), CardMinimums())
        if not own.season.players:
            raise Refused(CardSetRefusal.NO_STATISTICS, field="files")
        return own


class OwnSeasonView(_OwnSeasonView):
    @describe_endpoint(CardSetSerializer(), body=OwnSeasonSerializer, code=201)
    def post(self, request: Request) -> Response:
        """Make a card set from files with a season's statistics."""
        data = self.body(OwnSeasonSerializer)
        own = self.read(data)
        options = {name: data[name] for name in ("name", "year", "replace", "is_private")}
        note = own.note(CardMinimums())
        return self.answer(store_own_season(season=own.season, note=note, user=self.user, **options))


class CheckOwnSeasonView(_OwnSeasonView):
    writes_nothing = True

    @describe_endpoint(OwnSeasonPlanSerializer, body=OwnSeasonSerializer)
    def post(self, request: Request) -> Response:
        """Preview files with a season's statistics without storing them."""
        own = self.read(self.body(OwnSeasonSerializer))
        document = {
            "players": len(own.season.players),
            "parks": len(own.season.parks),
            "rows": own.read,
            "unused": [{"place": row.place, "reason": row.text} for row in own.unused],
        }
        return Response(OwnSeasonPlanSerializer(document).data)
