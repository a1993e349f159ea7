"""Entering the results of a series: the grid, its checks while somebody types, and saving."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_POST

from core.errors import Refused, Stale
from games.models import Game
from games.queries.usage import TeamUsage, usage_of_teams
from games.scoresheet.check import Checked
from games.scoresheet.compare import differences
from games.scoresheet.faults import Fault, Violations
from games.scoresheet.fields import field_of, typed_values
from games.scoresheet.prepare import Clerk
from games.scoresheet.read import Layout, Reading, Values, read_grid, values_of
from games.scoresheet.report import progress
from games.scoresheet.save import Saved, check_series_results, save_series_results
from games.scoresheet.show import Grid, build_grid, layout_of
from games.scoresheet.stored import GameSheet, has_final, marked_suspended, stored_games
from games.scoresheet.suspensions import LooksFinished
from games.scoresheet.typed import keep_typed
from games.scoresheet.typed_before import typed_before
from games.scoresheet.typed_page import typed_page
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.writing import actor_of
from tournaments.models import Series, Tournament
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
    """GET shows the grid; POST saves it, as final or half entered, and shows every fault beside its field.

    The page's script posts as a page without script does, and puts a refusal in place; only where the answer would
    lead on to the series it asks for the address, as JSON.
    """
    if request.method == "POST":
        return _save(request, tournament, viewer, series_id)
    desk = _sit_down(tournament, viewer, series_id)
    values = values_of(desk.stored, desk.layout)
    faults = _faults(desk, read_grid(values, desk.layout)) if desk.stored else []
    return _page(request, desk, values, faults, more={"typed_before": typed_before(desk.series, viewer.access_id)})


def _save(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    values = typed_values(request.POST.dict())
    if finished := request.POST.get("is_finished"):
        values[f"ending-{_number(finished)}"] = Game.Ending.PLAYED_OUT
    desk = _sit_down(tournament, viewer, series_id, values)
    reading, complete = read_grid(values, desk.layout), request.POST.get("save") == "final"
    if reading.faults:
        return _refuse(request, desk, values, [*reading.faults, *_faults(desk, reading)])
    if complete and _asks_home(desk) and not values.get("first_home"):
        return _refuse(request, desk, values, [], "Say who is home in game 1 (T0.16).")
    confirmed = [_number(text) for text in request.POST.getlist("confirm_suspended")]
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
            confirm_suspended=confirmed,
            reason=values.get("reason", "").strip(),
        )
    except Violations as refusal:
        return _refuse(request, desk, values, [*_faults(desk, reading, complete)] or refusal.faults)
    except Stale as refusal:
        return _stale(request, tournament, viewer, series_id, values, refusal)
    except SeedingWouldChange as refusal:
        faults, changes = _faults(desk, reading), {"seeding": refusal.changes}
        return _refuse(request, desk, values, faults, str(refusal), more=changes)
    except LooksFinished as question:
        faults, save = _faults(desk, reading), request.POST.get("save", "keep")
        asked = {"looks_finished": question.game, "confirmed": confirmed, "save": save}
        return _refuse(request, desk, values, faults, str(question), more=asked)
    except Refused as refusal:
        return _refuse(request, desk, values, _faults(desk, reading), str(refusal))
    return _saved(request, viewer, saved, complete)


def _saved(request: HttpRequest, viewer: Viewer, saved: Saved, complete: bool) -> HttpResponse:
    series = saved.series
    if (page := typed_page(request.POST.dict())) is not None:
        keep_typed(series=series, actor=actor_of(viewer), page=page, values={})
    messages.success(request, "Saved as final." if complete else "Kept half entered; it does not count yet.")
    for sentence in saved.later:
        messages.warning(request, f"A later game is affected: {sentence}")
    address = reverse("series", args=[series.tournament.slug, series.pk])
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"address": address})
    return redirect(address)


def _refuse(
    request: HttpRequest,
    desk: Desk,
    values: Values,
    faults: Sequence[Fault],
    sentence: str = "",
    *,
    more: Mapping[str, Any] = MappingProxyType({}),
) -> HttpResponse:
    """What was typed, with its faults; still made from the version that it was typed on."""
    typed_on = {"version": _number(request.POST.get("version", ""))}
    return _page(request, desk, values, faults, sentence, more={**more, **typed_on}, status=400)


def _stale(
    request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int, values: Values, refusal: Stale
) -> HttpResponse:
    """Both versions side by side; the form below holds what was typed and may replace what is saved."""
    desk = _sit_down(tournament, viewer, series_id)
    versions = differences(values_of(desk.stored, desk.layout), values, desk.usages)
    faults = _faults(desk, read_grid(values, desk.layout))
    return _page(request, desk, values, faults, str(refusal), more={"versions": versions}, status=409)


@require_POST
@tournament_view(roles="manager")
def check_series(request: HttpRequest, tournament: Tournament, viewer: Viewer, series_id: int) -> HttpResponse:
    """Keeps what is typed so far, and its faults as JSON: the list as html, the sentence for each field, the totals."""
    posted = request.POST.dict()
    values = typed_values(posted)
    desk = _sit_down(tournament, viewer, series_id, values)
    if (page := typed_page(posted)) is not None:
        keep_typed(series=desk.series, actor=actor_of(viewer), page=page, values={} if "as_saved" in posted else values)
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
    more: Mapping[str, Any],
    status: int = 200,
) -> HttpResponse:
    checked, totals = _checked(desk, read_grid(values, desk.layout), complete=False)
    marked = marked_suspended(desk.stored)
    grid: Grid = build_grid(desk.layout, desk.usages, values, faults, totals, desk.clerk, checked.notes, marked)
    context = {
        "series": desk.series,
        "version": desk.series.version,
        "grid": grid,
        "values": values,
        "sentence": sentence,
        "has_final": has_final(desk.stored),
        "asks_home": _asks_home(desk),
        "has_lines": any(name.startswith("line-") and value for name, value in values.items()),
        "has_runs": any(name.startswith("r-") and value for name, value in values.items()),
        "first_home": values.get("first_home", ""),
        "reason": values.get("reason", ""),
        **more,
    }
    return render(request, "games/enter.html", context, status=status)


def _asks_home(desk: Desk) -> bool:
    return not desk.series.home_decided and not has_final(desk.stored)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
