"""Import past results from a sheet: preview the rows, answer questions, then save."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from club.forms import HistorySheetForm, person_choices
from club.models import ClubChange
from club.queries.history_sheets import TARGETS, HistoryPlan
from club.refusals import HistoryRefusal
from club.services.history import HistorySheet, import_history, preview_history
from club.views.people import require_organizer
from core.errors import Refused
from tournaments.forms.refusals import show_refusal
from tournaments.models import ColumnMapping
from tournaments.views.answers import add_message
from tournaments.views.remembered_columns import columns_for, keep_columns

_ROWS_SHOWN = 300
_CHANGES_SHOWN = 20


@require_http_methods(["GET", "POST"])
def history_import(request: HttpRequest) -> HttpResponse:
    """Show the form, a sheet's preview, and earlier imports with an undo button."""
    actor = require_organizer(request)
    remembered = columns_for(request, ColumnMapping.Purpose.HISTORY)
    form = HistorySheetForm(request.POST or None, request.FILES or None, remembered=remembered)
    if request.method == "GET" or not form.is_valid():
        return _page(request, form)
    sheet = HistorySheet(
        form.cleaned_data["table"], form.column_choices(), form.answers(), form.cleaned_data.get("year")
    )
    plan = preview_history(sheet)
    if "confirm" in request.POST:
        try:
            change = import_history(sheet=sheet, actor=actor)
        except Refused as refused:
            show_refusal(form, refused)
        else:
            keep_columns(request, ColumnMapping.Purpose.HISTORY, plan.sections)
            add_message(request, f"Imported {change.number}. You can undo this below.")
            return redirect("history_import")
    elif not plan.has_headings:
        form.add_error(None if plan.sections else "file", str(Refused(HistoryRefusal.NO_HEADINGS)))
    return _page(request, form, plan if plan.sections else None)


def _page(request: HttpRequest, form: HistorySheetForm, plan: HistoryPlan | None = None) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "plan": plan, "targets": TARGETS}
    if plan is None:
        imports = ClubChange.objects.filter(kind=ClubChange.Kind.IMPORT).select_related("person", "undone_by")
        context["changes"] = imports[:_CHANGES_SHOWN]
    else:
        context |= _plan_context(form, plan)
    return render(request, "club/history_import.html", context, status=422 if form.errors else 200)


def _plan_context(form: HistorySheetForm, plan: HistoryPlan) -> dict[str, Any]:
    place = plan.table.place
    return {
        "rows": [(place(row.row), row.person, row.result) for row in plan.rows[:_ROWS_SHOWN]],
        "left_out": [(place(fault.row), fault.ruling) for fault in plan.left_out],
        "answers": list(form.answers().items()),
        "questions": [
            (question, place(question.row), person_choices(question, place(question.earlier_row).lower()))
            for question in plan.questions
        ],
        "rows_shown": _ROWS_SHOWN,
    }
