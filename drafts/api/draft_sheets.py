"""API for importing a draft held elsewhere from a sheet."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.base import RowField, describe_endpoint
from core.api.sheets import RowFaultSerializer, SheetTextSerializer, describe_row_faults, read_sheet_text
from drafts.api.base import DraftSerializer, DraftView
from drafts.api.my_list import RankingQuestionSerializer
from drafts.queries.draft_sheets import LEAVE_OUT, NO_CARD
from drafts.services.imported_drafts import DraftSheet, import_draft, preview_draft

_MOST_ANSWERS = 2000


class SheetAnswerSerializer(serializers.Serializer[Any]):
    """The answer for a row: a card, `no_card` to use only the player's name, or neither to skip the row."""

    row = serializers.IntegerField(min_value=1, max_value=1_000_000)
    card = RowField(required=False, allow_null=True)
    no_card = serializers.BooleanField(default=False)


class DraftSheetSerializer(SheetTextSerializer):
    answers = serializers.ListField(child=SheetAnswerSerializer(), default=list, max_length=_MOST_ANSWERS)
    reason = serializers.CharField(
        max_length=500, default="", allow_blank=True, help_text="required if a player isn't eligible"
    )


class DraftPlanSerializer(serializers.Serializer[Any]):
    """The planned import: number of picks, rows that need an answer, errors and warnings."""

    has_headings = serializers.BooleanField(help_text="false if the team and player columns weren't found")
    picks = serializers.IntegerField()
    questions = RankingQuestionSerializer(many=True)
    faults = serializers.ListField(child=RowFaultSerializer())
    warnings = serializers.ListField(child=RowFaultSerializer(), help_text="they need a reason")
    open_turns = serializers.ListField(child=serializers.IntegerField(), help_text="turns without a pick")


class _DraftSheetView(DraftView):
    roles: ClassVar = {"POST": "director"}

    def sheet(self, data: dict[str, Any]) -> DraftSheet:
        answers = {answer["row"]: _answer_text(answer) for answer in data["answers"]}
        return DraftSheet(read_sheet_text(data["text"]), answers=answers)


def _answer_text(answer: dict[str, Any]) -> str:
    """Return an answer in the format of the page's form."""
    if answer.get("card"):
        return str(answer["card"])
    return NO_CARD if answer["no_card"] else LEAVE_OUT


class DraftSheetView(_DraftSheetView):
    @describe_endpoint(DraftSerializer, body=DraftSheetSerializer)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Store all picks from a sheet, or none. The draft is then finished, or paused if picks are still open."""
        data = self.body(DraftSheetSerializer)
        import_draft(draft_id=self.room().draft.pk, sheet=self.sheet(data), actor=self.actor, reason=data["reason"])
        return self.answer()


class CheckDraftSheetView(_DraftSheetView):
    writes_nothing = True

    @describe_endpoint(DraftPlanSerializer, body=DraftSheetSerializer)
    def post(self, request: Request, slug: str, division_id: int) -> Response:
        """Preview an import without storing it."""
        plan = preview_draft(self.room(), self.sheet(self.body(DraftSheetSerializer)))
        document = {
            "has_headings": plan.has_headings,
            "picks": len(plan.picks),
            "questions": plan.questions,
            "faults": describe_row_faults(plan.table, plan.faults),
            "warnings": describe_row_faults(plan.table, plan.warnings),
            "open_turns": plan.open_turns,
        }
        return Response(DraftPlanSerializer(document).data)
