"""Add many teams at once: preview every line with its errors, then confirm."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from core.errors import Refused
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.forms.entrant_lists import TARGETS, EntrantList, email_by_team, read_list
from tournaments.forms.list_corrections import PreviewedLine, correct_lines, preview_lines
from tournaments.forms.people import EntrantListForm
from tournaments.forms.refusals import show_refusal
from tournaments.models import ColumnMapping, Tournament
from tournaments.queries.entrants import check_entrants
from tournaments.services.entrants import add_entrants
from tournaments.services.outbox import sends_mail
from tournaments.services.sign_ups import keep_emails
from tournaments.views.answers import add_message
from tournaments.views.remembered_columns import columns_for, keep_columns


@require_http_methods(["GET", "POST"])
@tournament_view(roles="staff")
def entrant_list(request: HttpRequest, tournament: Tournament, viewer: Viewer) -> HttpResponse:
    remembered = columns_for(request, ColumnMapping.Purpose.TEAMS)
    form = EntrantListForm(request.POST or None, request.FILES or None, remembered=remembered)
    if request.method == "GET" or not form.is_valid():
        return _page(request, form)
    try:
        entrant_list = _read(form)
    except Refused as fault:
        form.add_error("text", str(fault))
        return _page(request, form)
    lines = correct_lines(entrant_list.entrants, request.POST)
    entrants = [line.entrant for line in lines if not line.is_left_out]
    if "confirm" in request.POST:
        try:
            teams = add_entrants(tournament=tournament, actor=actor_of(viewer), entrants=entrants)
        except Refused as refused:
            show_refusal(form, refused)
        else:
            if "keep_emails" in request.POST:
                keep_emails(tournament=tournament, email_by_team=email_by_team(entrants, entrant_list.email_by_line))
            keep_columns(request, ColumnMapping.Purpose.TEAMS, entrant_list.sections)
            add_message(request, _entered(len(teams)))
            return redirect("people", tournament.slug)
    return _page(request, form, entrant_list, preview_lines(lines, check_entrants(tournament, entrants)))


def _read(form: EntrantListForm) -> EntrantList:
    data = form.cleaned_data
    return read_list(data["table"], form.column_choices(), has_headings=data["has_headings"])


def _page(
    request: HttpRequest,
    form: EntrantListForm,
    entrant_list: EntrantList | None = None,
    previewed: Sequence[PreviewedLine] = (),
) -> HttpResponse:
    table = form.cleaned_data.get("table") if form.is_bound else None
    context = {
        "form": form,
        "text": form.cleaned_data.get("text", "") if form.is_bound else "",
        "notes": [*(table.notes if table else []), *(entrant_list.notes if entrant_list else [])],
        "sections": entrant_list.sections if entrant_list else [],
        "targets": TARGETS,
        "previewed": previewed,
        "emails": len(entrant_list.email_by_line) if entrant_list else 0,
        "sends_mail": sends_mail(),
        "keeps_emails": "keep_emails" in request.POST,
        "faulty": sum(bool(previewed_line.checked.faults) for previewed_line in previewed),
        "lacks_managers": len(previewed) > 1 and all(line.line.entrant.awaits_manager for line in previewed),
        "new": sum(_is_new(previewed_line) for previewed_line in previewed),
    }
    return render(request, "tournaments/entrant_list.html", context, status=400 if form.errors else 200)


def _is_new(previewed: PreviewedLine) -> bool:
    return not (previewed.checked.faults or previewed.checked.already or previewed.line.is_left_out)


def _entered(count: int) -> str:
    if not count:
        return "These teams were already entered. Nothing was added twice."
    return "1 team entered." if count == 1 else f"{count} teams entered."
