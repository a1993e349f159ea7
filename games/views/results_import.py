"""Import many series' results from a sheet: preview every game, then save."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from core.imports.sheet_forms import SheetForm
from games.refusals import ResultSheetFault
from games.services.imported_results import ResultsSheet, import_results, preview_results
from games.services.result_sheets import TARGETS, ResultsPlan
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import show_refusal
from tournaments.models import ColumnMapping, Tournament
from tournaments.views.answers import add_message
from tournaments.views.remembered_columns import columns_for, keep_columns


class ResultsSheetForm(SheetForm):
    """A sheet with the results of games."""

    targets = TARGETS

    keep_incomplete = forms.BooleanField(required=False, label="Save the others as drafts")
    reason = forms.CharField(required=False, max_length=300, label="Reason", help_text="Required to change results.")


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def results_import(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    remembered = columns_for(request, ColumnMapping.Purpose.RESULTS)
    form = ResultsSheetForm(request.POST or None, request.FILES or None, remembered=remembered)
    if request.method == "GET" or not form.is_valid():
        return _page(request, form)
    sheet, actor = ResultsSheet(form.cleaned_data["table"], form.column_choices()), actor_of(viewer)
    if "confirm" in request.POST:
        try:
            plan = import_results(
                tournament=tournament,
                sheet=sheet,
                actor=actor,
                reason=form.cleaned_data["reason"].strip(),
                keep_incomplete=form.cleaned_data["keep_incomplete"],
            )
        except Refused as refused:
            show_refusal(form, refused)
        else:
            keep_columns(request, ColumnMapping.Purpose.RESULTS, plan.sections)
            add_message(request, f"Saved the results of {len(plan.series)} series.")
            return redirect("results", tournament.slug)
    plan = preview_results(tournament, sheet, actor)
    if not plan.has_headings:
        form.add_error(None if plan.sections else "file", str(Refused(ResultSheetFault.NO_HEADINGS)))
    return _page(request, form, plan if plan.sections else None)


def _page(request: HttpRequest, form: ResultsSheetForm, plan: ResultsPlan | None = None) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "plan": plan, "targets": TARGETS}
    if plan is not None:
        context["faults"] = [(plan.table.place(fault.row), fault.ruling) for fault in plan.faults]
    return render(request, "games/results_import.html", context, status=422 if form.errors else 200)
