"""Enter a series' results: the grid, its checks while typing, and saving."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST

from core.errors import Refused, Stale
from core.prepared_queries import EXAMPLE_ID, PreparedQuery
from core.read_snapshot import read_snapshot
from games.models import Game
from games.queries.play_order import interruptions
from games.queries.suspended_games import first_undescribed_game
from games.scoresheet.check import LooksFinished
from games.scoresheet.entries import GridLayout, SheetReading, SubmittedBy
from games.scoresheet.faults import GridFault, Violations
from games.scoresheet.read import Values, field_name, grid_values, read_grid, read_typed_grid
from games.scoresheet.rows import has_final
from games.scoresheet.save import SaveResult, closed_reason, save_series_results
from games.scoresheet.sheet import SaveMode, Scoresheet
from games.scoresheet.show import build_grid
from games.scoresheet.typed import save_typed, typed_page, unsaved_pages
from games.scoresheet.versions import differences, values_of
from rules_engine.innings import format_innings
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.models import Series, Tournament
from tournaments.queries.order_of_play import postponements
from tournaments.services.seeding_guard import SeedingWouldChange
from tournaments.views.answers import add_refusal_message, redirect_or_json

Read = Callable[[dict[str, str], GridLayout], SheetReading]


_SERIES: Final = PreparedQuery(lambda: Series.objects.filter(pk=EXAMPLE_ID).select_related("home", "away", "division"))


def _series_of(tournament: Tournament, viewer: Viewer, series_id: int) -> Series:
    series = next(iter(_SERIES.rows_of(series_id)), None)
    if series is None or series.tournament_id != tournament.pk:
        raise Http404
    if not viewer.may_play(series):
        raise PermissionDenied(
            "Only the managers of these two teams and the director can enter results for this series."
        )
    return series


def _sheet(
    viewer: Viewer, series: Series, values: dict[str, str], mode: SaveMode, read: Read = read_typed_grid
) -> Scoresheet:
    first_home = _number(values.get("first_home", "")) or None
    return Scoresheet(_clerk(viewer, series), partial(read, values), mode, first_home)


def _clerk(viewer: Viewer, series: Series) -> SubmittedBy:
    return SubmittedBy(actor_of(viewer), viewer.side_in(series))


@tournament_view(roles="manager")
def enter_series(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """Show the grid. POST saves the grid, as final or as a draft, or shows errors by field.

    The page's script posts the same form, and shows errors in place. Instead of a redirect to the series, the script
    receives the URL as JSON.
    """
    series = _series_of(tournament, viewer, series_id)
    if request.method == "POST":
        return _save(request, viewer, series)
    if (why := closed_reason(series)) is not None:
        add_refusal_message(request, Refused(why))
        return redirect("series", tournament.slug, series.pk)
    sheet = Scoresheet(
        _clerk(viewer, series), lambda layout: read_grid(values_of(sheet.stored, layout), layout), SaveMode.TYPING
    )
    sheet.attach_to(series, tournament)
    values = values_of(sheet.stored, sheet.layout)
    return _page(request, sheet, values, more={"unsaved_pages": unsaved_pages(series, viewer.access_id)})


def _save(request: HttpRequest, viewer: Viewer, series: Series) -> HttpResponse:
    values = grid_values(request.POST.dict())
    if finished := request.POST.get("is_finished"):
        values[f"ending-{_number(finished)}"] = Game.Ending.PLAYED_OUT
    mode = SaveMode.FINAL if request.POST.get("save") == "final" else SaveMode.DRAFT
    sheet = _sheet(viewer, series, values, mode)
    confirmed = [_number(text) for text in request.POST.getlist("confirm_suspended")]
    try:
        saved = save_series_results(
            series=series,
            sheet=sheet,
            version=_number(request.POST.get("version", "")),
            may_break_seal=viewer.is_director,
            confirm_seeding=viewer.is_director and bool(request.POST.get("confirm_seeding")),
            confirm_suspended=confirmed,
            reason=values.get("reason", "").strip(),
        )
    except Stale as refusal:
        return _stale(request, sheet, values, refusal)
    except Refused as refusal:
        return _refuse(request, sheet, values, refusal, confirmed)
    return _saved(request, viewer, saved, mode)


def _saved(request: HttpRequest, viewer: Viewer, saved: SaveResult, mode: SaveMode) -> HttpResponse:
    series = saved.series
    if (page := typed_page(request.POST.dict())) is not None:
        save_typed(series=series, actor=actor_of(viewer), page=page, values={})
    messages.success(request, _in_words(series, mode))
    for sentence in saved.later_breaches:
        messages.warning(request, f"A later game is affected: {sentence}")
    address = reverse("series", args=[series.tournament.slug, series.pk])
    if (stopped := first_undescribed_game(series)) is not None:
        messages.warning(
            request, f"{stopped} is suspended: enter the point of suspension, who is in and who has left (T33.0)."
        )
        address = reverse("suspended_game", args=[series.tournament.slug, stopped.pk]) + "#how"
    return redirect_or_json(request, address)


def _in_words(series: Series, mode: SaveMode) -> str:
    if mode is not SaveMode.FINAL:
        return "Saved for later. It doesn't count yet."
    if series.status == Series.Status.COMPLETE:
        return "Saved as final."
    return f"Saved. {len(series.outcomes)} of {series.games_planned} games are final."


def _refuse(
    request: HttpRequest, sheet: Scoresheet, values: Values, refusal: Refused, confirmed: list[int]
) -> HttpResponse:
    """Show the entries again with the errors, still based on the version that the user edited."""
    more: dict[str, Any] = {"version": _number(request.POST.get("version", ""))}
    if isinstance(refusal, SeedingWouldChange):
        more["seeding"] = refusal.changes
    if isinstance(refusal, LooksFinished):
        question = {"looks_finished": refusal.game, "confirmed": confirmed, "save": request.POST.get("save", "keep")}
        more |= question
    sentence = "" if isinstance(refusal, Violations) else str(refusal)
    faults = [] if refusal.field == "first_home" else sheet.faults  # they depend on the home team
    return _page(request, sheet, values, sentence, faults=faults, more=more, status=400)


def _stale(request: HttpRequest, sheet: Scoresheet, values: Values, refusal: Stale) -> HttpResponse:
    """Show both versions side by side.

    The form below contains the typed entries, which can replace the saved entries.
    """
    versions = differences(values_of(sheet.stored, sheet.layout), values, sheet.usages)
    return _page(request, sheet, values, str(refusal), more={"versions": versions}, status=409)


@require_POST
@tournament_view(roles="manager")
def check_series(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """Autosave the entries, and return their errors, totals and required outs as JSON.

    With `take`, free-form lines are moved into their fields, and `said` contains the changed values.
    """
    posted = request.POST.dict()
    values = grid_values(posted)
    series = _series_of(tournament, viewer, series_id)
    sent, takes = dict(values), "take" in posted
    sheet = _sheet(viewer, series, values, SaveMode.TYPING, read_typed_grid if takes else read_grid)
    sheet.attach_to(series, tournament)
    if (page := typed_page(posted)) is not None:
        save_typed(series=series, actor=actor_of(viewer), page=page, values={} if "as_saved" in posted else values)
    grid = build_grid(sheet, values, sheet.faults)
    return JsonResponse(
        {
            "faults": render_to_string("games/_fault_list.html", {"grid": grid}, request),
            "fields": {field_name(fault): str(fault) for fault in sheet.faults if not fault.is_accepted},
            "totals": grid.totals,
            "available": grid.available,
            "spans": grid.spans,
            "homes": {game.number: game.home for game in grid.games},
            "said": {name: values.get(name, "") for name in {*sent, *values} if values.get(name) != sent.get(name)},
        }
    )


@read_snapshot()
def _page(
    request: HttpRequest,
    sheet: Scoresheet,
    values: Values,
    sentence: str = "",
    *,
    faults: Sequence[GridFault] | None = None,
    more: Mapping[str, Any],
    status: int = 200,
) -> HttpResponse:
    pitching = sheet.series.tournament.profile.pitching
    context = {
        "series": sheet.series,
        "version": sheet.series.version,
        "postponements": [] if sheet.series.is_started else postponements(sheet.series),
        "interruptions": interruptions(sheet.series, sheet.usages),
        "grid": build_grid(sheet, values, sheet.faults if faults is None else faults),
        "values": values,
        "sentence": sentence,
        "has_final": has_final(sheet.stored),
        "asks_home": sheet.asks_home,
        "stays_innings": format_innings(pitching.starter_stays_outs) if pitching.starter_stays_outs else "",
        "stays_runs": pitching.starter_stays_runs,
        "has_lines": any(name.startswith("line-") and value for name, value in values.items()),
        "has_runs": any(name.startswith("r-") and value for name, value in values.items()),
        "first_home": values.get("first_home", ""),
        "reason": values.get("reason", ""),
        **more,
    }
    return render(request, "games/enter.html", context, status=status)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
