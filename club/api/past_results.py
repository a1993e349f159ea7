"""API endpoints for importing past results from a sheet of the club's own records."""

from typing import Any, ClassVar, Final

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.people_changes import ClubChangeSerializer, NewPersonSerializer
from club.models import FIRST_YEAR, LAST_YEAR
from club.queries.history_sheets import LEAVE_OUT, NEW_PERSON, SAME_PERSON, HistoryPlan
from club.services.history import HistorySheet, import_history, preview_history
from core.api.base import RowField, describe_endpoint
from core.api.sheets import RowFaultSerializer, SheetTextSerializer, describe_row_faults, read_sheet_text
from tournaments.api.base import ResourceView

_ANSWERS: Final = {"new_person": NEW_PERSON, "same_person": SAME_PERSON, "leave_out": LEAVE_OUT}
_MOST_ANSWERS: Final = 2000


class PersonAnswerSerializer(serializers.Serializer[Any]):
    """The response to a question: a person, or another choice."""

    row = serializers.IntegerField(min_value=1, max_value=1_000_000)
    person = RowField(required=False)
    answer = serializers.ChoiceField(
        choices=list(_ANSWERS),
        default="leave_out",
        help_text="if there is no `person`; same_person: the one in `earlier_row`",
    )


class PastResultsSerializer(SheetTextSerializer):
    year = serializers.IntegerField(
        min_value=FIRST_YEAR, max_value=LAST_YEAR, default=None, allow_null=True, help_text="for rows with no year"
    )
    answers = serializers.ListField(child=PersonAnswerSerializer(), default=list, max_length=_MOST_ANSWERS)


class PlannedResultSerializer(serializers.Serializer[Any]):
    place = serializers.CharField(help_text="of the row in the sheet")
    person = serializers.CharField(help_text="the name; (new) for a new person")
    year = serializers.IntegerField()
    tournament = serializers.CharField()
    record = serializers.CharField()
    finish = serializers.CharField()


class PersonQuestionSerializer(serializers.Serializer[Any]):
    row = serializers.IntegerField()
    name = serializers.CharField()
    region = serializers.CharField()
    candidates = NewPersonSerializer(many=True)
    earlier_row = serializers.IntegerField(help_text="of a new person with this name; otherwise 0")
    rows = serializers.IntegerField(help_text="number of rows the answer settles")


class HistoryPlanSerializer(serializers.Serializer[Any]):
    """The effects of an import."""

    has_headings = serializers.BooleanField(help_text="false if the name column wasn't found")
    is_settled = serializers.BooleanField(help_text="whether it can be imported")
    new_people = serializers.IntegerField()
    results = PlannedResultSerializer(many=True)
    questions = PersonQuestionSerializer(many=True)
    left_out = serializers.ListField(child=RowFaultSerializer())


class _PastResultsView(ResourceView):
    roles: ClassVar = {"POST": "organiser"}

    def sheet(self) -> HistorySheet:
        data = self.body(PastResultsSerializer)
        answers = {answer["row"]: _answer_text(answer) for answer in data["answers"]}
        return HistorySheet(read_sheet_text(data["text"]), answers=answers, year=data["year"])


def _answer_text(answer: dict[str, Any]) -> str:
    """Return an answer in the format that the page's form submits."""
    return str(answer["person"]) if "person" in answer else _ANSWERS[answer["answer"]]


class PastResultsView(_PastResultsView):
    @describe_endpoint(ClubChangeSerializer, body=PastResultsSerializer, code=201)
    def post(self, request: Request) -> Response:
        """Import past results. The import can be undone. It is rejected while a question is unanswered."""
        change = import_history(sheet=self.sheet(), actor=self.actor)
        return Response(ClubChangeSerializer(change).data, status=status.HTTP_201_CREATED)


class CheckPastResultsView(_PastResultsView):
    writes_nothing = True

    @describe_endpoint(HistoryPlanSerializer, body=PastResultsSerializer)
    def post(self, request: Request) -> Response:
        """Preview an import without saving anything."""
        return Response(HistoryPlanSerializer(_plan_document(preview_history(self.sheet()))).data)


def _plan_document(plan: HistoryPlan) -> dict[str, Any]:
    return {
        "has_headings": plan.has_headings,
        "is_settled": plan.is_settled,
        "new_people": plan.new_people,
        "results": [
            {
                "place": plan.table.place(row.row),
                "person": row.person.shown,
                "year": row.result.year,
                "tournament": row.result.tournament,
                "record": row.result.record,
                "finish": row.result.place_text,
            }
            for row in plan.rows
        ],
        "questions": plan.questions,
        "left_out": describe_row_faults(plan.table, plan.left_out),
    }
