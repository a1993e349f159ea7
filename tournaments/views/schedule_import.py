"""Publish a division's schedule from a spreadsheet, after a preview of the rounds."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import show_refusal
from tournaments.forms.schedule_sheets import ScheduleSheetForm
from tournaments.models import ColumnMapping, Division, Tournament
from tournaments.queries.schedule import plan_tables
from tournaments.queries.schedule_sheets import TARGETS, SchedulePlan, plan_schedule_sheet
from tournaments.refusals import ScheduleSheetFault
from tournaments.services.scheduling import import_schedule
from tournaments.views.answers import add_message
from tournaments.views.remembered_columns import columns_for, keep_columns


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def schedule_import(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    division = get_object_or_404(Division, tournament=tournament, pk=division_id)
    remembered = columns_for(request, ColumnMapping.Purpose.SCHEDULE)
    form = ScheduleSheetForm(request.POST or None, request.FILES or None, remembered=remembered)
    if request.method == "GET" or not form.is_valid():
        return _page(request, division, form)
    plan = plan_schedule_sheet(division, form.cleaned_data["table"], form.column_choices())
    if "confirm" in request.POST:
        try:
            reason = form.cleaned_data["reason"]
            series = import_schedule(division=division, actor=actor_of(viewer), plan=plan, reason=reason)
        except Refused as refused:
            show_refusal(form, refused)
        else:
            keep_columns(request, ColumnMapping.Purpose.SCHEDULE, plan.sections)
            add_message(request, f"The schedule for {division.name} has been published: {len(series)} series.")
            return redirect("schedule", tournament.slug)
    elif not plan.has_headings:
        form.add_error(None if plan.sections else "file", str(Refused(ScheduleSheetFault.NO_HEADINGS)))
        if not plan.sections:
            return _page(request, division, form)
    return _page(request, division, form, plan)


def _page(
    request: HttpRequest, division: Division, form: ScheduleSheetForm, plan: SchedulePlan | None = None
) -> HttpResponse:
    context = {"division": division, "form": form, "plan": plan, "targets": TARGETS}
    if plan is not None:
        context["rounds"] = plan_tables(division, plan.schedule(division).rounds)
        context["faults"] = [(plan.table.place(fault.row), fault.ruling) for fault in plan.faults]
    return render(request, "tournaments/schedule_import.html", context, status=422 if form.errors else 200)
