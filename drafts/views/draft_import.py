"""Import a draft held elsewhere: preview the picks, answer questions, then store them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from drafts.forms.draft_sheets import DraftSheetForm, answer_choices
from drafts.models import Draft
from drafts.queries.draft_sheets import TARGETS, DraftPlan
from drafts.queries.room import Room
from drafts.refusals import DraftSheetRefusal
from drafts.services.imported_drafts import DraftSheet, import_draft, preview_draft
from drafts.views.draft_room import add_message, room_context, room_or_404
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import show_refusal
from tournaments.models import ColumnMapping, Tournament
from tournaments.views.remembered_columns import columns_for, keep_columns


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def import_sheet(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    room = room_or_404(tournament, division_id)
    remembered = columns_for(request, ColumnMapping.Purpose.DRAFT)
    form = DraftSheetForm(request.POST or None, request.FILES or None, remembered=remembered)
    context: dict[str, Any] = {**room_context(room, viewer), "form": form}
    if request.method == "GET" or not form.is_valid():
        return _page(request, context)
    try:
        sheet = DraftSheet(form.cleaned_data["table"], form.column_choices(), form.answers())
        plan = preview_draft(room, sheet)
    except Refused as refused:
        show_refusal(form, refused)
        return _page(request, context)
    if "confirm" in request.POST:
        try:
            reason = form.cleaned_data["reason"]
            draft = import_draft(draft_id=room.draft.pk, sheet=sheet, actor=actor_of(viewer), reason=reason)
        except Refused as refused:
            show_refusal(form, refused)
        else:
            keep_columns(request, ColumnMapping.Purpose.DRAFT, plan.sections)
            add_message(request, _result(draft, plan))
            return redirect("draft_dashboard", tournament.slug, division_id)
    elif not plan.has_headings:
        form.add_error(None if plan.sections else "file", str(Refused(DraftSheetRefusal.NO_HEADINGS)))
        if not plan.sections:
            return _page(request, context)
    return _page(request, context | _plan_context(room, form, plan))


def _result(draft: Draft, plan: DraftPlan) -> str:
    if draft.state == Draft.State.FINISHED:
        return f"The draft is finished: {len(plan.picks)} picks imported."
    return f"{len(plan.picks)} picks imported. Make up the {len(plan.open_turns)} open picks here."


def _plan_context(room: Room, form: DraftSheetForm, plan: DraftPlan) -> dict[str, Any]:
    rows = [(room.label(overall), plan.table.place(pick.row), pick) for overall, pick in sorted(plan.picks.items())]
    return {
        "plan": plan,
        "targets": TARGETS,
        "rows": rows,
        "answers": list(form.answers().items()),
        "faults": [(plan.table.place(fault.row), fault.ruling) for fault in plan.faults],
        "warnings": [(plan.table.place(warning.row), warning.ruling) for warning in plan.warnings],
        "questions": [
            (question.row, plan.table.place(question.row), question.text, answer_choices(question))
            for question in plan.questions
        ],
    }


def _page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    status = 422 if context["form"].errors else 200
    return render(request, "drafts/draft_import.html", context, status=status)
