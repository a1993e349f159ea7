"""Entering the results of a series: the grid, its checks while somebody types, and saving."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST

from games.forms.comparing import Difference, differences
from games.forms.grid import Grid, build_grid, layout_of
from games.forms.names import field_of, typed_values
from games.forms.reading import Layout, Reading, Values, read_grid, values_of
from games.queries.stored import GameSheet, has_final, stored_games
from games.queries.usage import TeamUsage, usage_of_teams
from games.services.checks import Checked
from games.services.faults import Fault, Violations
from games.services.prepare import Clerk
from games.services.report_checks import progress
from games.services.results import check_series_results, save_series_results
from rules_engine.innings import format_innings
from tournaments.access import Viewer, tournament_view
from tournaments.models import Series, Tournament
from tournaments.services.log import Refused, Stale, actor_of
from tournaments.services.seeding_guard import SeedingWouldChange


class Desk(NamedTuple):
    """Everything the grid of one series is made from, and who sits at it."""

    series: Series
    usages: Mapping[int, TeamUsage]
    layout: Layout
    stored: list[GameSheet]
    clerk: Clerk


def _sit_down(tournament: Tournament, viewer: Viewer, series_id: int, values: Values | None = None) -> Desk:
    found = Series.objects.select_related("home", "away", "division")
    series = get_object_or_404(found, pk=series_id, tournament=tournament)
    series.tournament = tournament
    if not viewer.may_play(series):
        raise PermissionDenied("Only the managers of these two teams and the director may enter this series.")
    stored = stored_games(series)
    chosen = (values or {}).get("first_home", "")
    if not series.home_decided and not has_final(stored) and chosen == str(series.away_id):
        series.home, series.away = series.away, series.home
    usages = usage_of_teams(series.home_id, series.away_id)
    layout = layout_of(series, usages, tournament.home_pattern)
    return Desk(series, usages, layout, stored, Clerk(viewer.name, viewer.side_in(series)))


@tournament_view(roles="manager")
def enter_series(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """GET shows the grid; POST saves it, as final or half entered, and shows every fault beside its field."""
    if request.method == "POST":
        return _save(request, tournament, viewer, series_id)
    desk = _sit_down(tournament, viewer, series_id)
    values = values_of(desk.stored, desk.layout)
    faults = _faults(desk, read_grid(values, desk.layout)) if desk.stored else []
    return _page(request, desk, values, faults)


def _save(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    values = typed_values(request.POST.dict())
    desk = _sit_down(tournament, viewer, series_id, values)
    reading, complete = read_grid(values, desk.layout), request.POST.get("save") == "final"
    if reading.faults:
        return _refuse(request, desk, values, [*reading.faults, *_faults(desk, reading)])
    if complete and _asks_home(desk) and not values.get("first_home"):
        return _refuse(request, desk, values, [], "Say who is home in game 1 (T0.16).")
    try:
        saved = save_series_results(
            series=desk.series,
            version=_number(request.POST.get("version", "")),
            games=reading.games,
            actor=actor_of(viewer),
            complete=complete,
            acting_team=desk.clerk.team_id,
            first_home=_number(values.get("first_home", "")) or None,
            may_break_seal=viewer.is_director,
            confirm_seeding=viewer.is_director and bool(request.POST.get("confirm_seeding")),
            reason=values.get("reason", "").strip(),
        )
    except Violations as refusal:
        return _refuse(request, desk, values, [*_faults(desk, reading, complete)] or refusal.faults)
    except Stale as refusal:
        return _stale(request, tournament, viewer, series_id, values, refusal)
    except SeedingWouldChange as refusal:
        return _refuse(request, desk, values, _faults(desk, reading), str(refusal), seeding=refusal.changes)
    except Refused as refusal:
        return _refuse(request, desk, values, _faults(desk, reading), str(refusal))
    return _saved(request, tournament, saved.series, saved.later, complete)


def _saved(
    request: HttpRequest, tournament: Tournament, series: Series, later: Sequence[str], complete: bool
) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"version": series.version})
    messages.success(request, "Saved as final." if complete else "Kept half entered; it does not count yet.")
    for sentence in later:
        messages.warning(request, f"A later game is affected: {sentence}")
    return redirect("series", tournament.slug, series.pk)


def _refuse(
    request: HttpRequest,
    desk: Desk,
    values: Values,
    faults: Sequence[Fault],
    sentence: str = "",
    *,
    seeding: Sequence[str] = (),
) -> HttpResponse:
    if _wants_json(request):
        return JsonResponse({"refused": sentence or f"Not kept. {next(iter(faults), '')}"}, status=400)
    return _page(request, desk, values, faults, sentence, seeding=seeding, status=400)


def _stale(
    request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int, values: Values, refusal: Stale
) -> HttpResponse:
    """Both versions side by side; the form below holds what was typed and may replace what is saved."""
    if _wants_json(request):
        return JsonResponse({"refused": str(refusal)}, status=409)
    desk = _sit_down(tournament, viewer, series_id)
    versions = differences(values_of(desk.stored, desk.layout), values, desk.usages)
    faults = _faults(desk, read_grid(values, desk.layout))
    return _page(request, desk, values, faults, str(refusal), versions=versions, status=409)


@require_POST
@tournament_view(roles="manager")
def check_series(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """The faults of what is typed so far, as JSON: the list as html, the sentence for each field, the totals."""
    values = typed_values(request.POST.dict())
    desk = _sit_down(tournament, viewer, series_id, values)
    reading = read_grid(values, desk.layout)
    checked, totals = _checked(desk, reading, complete=False)
    faults = [*reading.faults, *checked.faults]
    grid = build_grid(desk.layout, desk.usages, values, faults, totals, desk.clerk, checked.notes)
    return JsonResponse(
        {
            "faults": render_to_string("games/_fault_list.html", {"grid": grid}, request),
            "fields": {field_of(fault): str(fault) for fault in faults if not fault.stands},
            "totals": {f"total-{game}-{team}": told for (game, team), told in totals.items()},
        }
    )


def _checked(desk: Desk, reading: Reading, complete: bool) -> tuple[Checked, dict[tuple[int, int], str]]:
    checked, sheets, context = check_series_results(
        series=desk.series,
        games=reading.games,
        acting_team=desk.clerk.team_id,
        name=desk.clerk.name,
        complete=complete,
    )
    totals = {
        (sheet.game.number, team): told
        for sheet in sheets
        for team, told in progress(sheet, context.usages, context.form.profile).items()
    }
    return checked, totals


def _faults(desk: Desk, reading: Reading, complete: bool = False) -> list[Fault]:
    return _checked(desk, reading, complete)[0].faults


def _page(
    request: HttpRequest,
    desk: Desk,
    values: Values,
    faults: Sequence[Fault],
    sentence: str = "",
    *,
    versions: Sequence[Difference] = (),
    seeding: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    checked, totals = _checked(desk, read_grid(values, desk.layout), complete=False)
    pitching = desk.series.tournament.profile.pitching
    grid: Grid = build_grid(desk.layout, desk.usages, values, faults, totals, desk.clerk, checked.notes)
    context = {
        "series": desk.series,
        "grid": grid,
        "values": values,
        "sentence": sentence,
        "versions": versions,
        "seeding": seeding,
        "has_final": has_final(desk.stored),
        "asks_home": _asks_home(desk),
        "stays_innings": format_innings(pitching.starter_stays_outs),
        "stays_runs": pitching.starter_stays_runs,
        "has_lines": any(name.startswith("line-") and value for name, value in values.items()),
        "has_runs": any(name.startswith("r-") and value for name, value in values.items()),
        "first_home": values.get("first_home", ""),
        "reason": values.get("reason", ""),
    }
    return render(request, "games/enter.html", context, status=status)


def _asks_home(desk: Desk) -> bool:
    return not desk.series.home_decided and not has_final(desk.stored)


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "") == "application/json"


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
