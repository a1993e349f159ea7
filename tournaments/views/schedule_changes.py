"""Publish a schedule, swap rounds and move series, each with a preview."""

import secrets
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from core.errors import Refused
from core.tables import FilledTable
from rules_engine.competition.schedule import ScheduleError
from rules_engine.competition.schedule_changes import ScheduleChange
from tournaments.access.guards import tournament_view
from tournaments.access.viewers import Viewer
from tournaments.action_log.snapshots import fingerprint
from tournaments.action_log.writing import actor_of
from tournaments.forms.refusals import typed_number
from tournaments.models import Division, Series, Tournament
from tournaments.queries.schedule import as_schedule, has_started, plan_tables, planned_schedule
from tournaments.queries.schedule_table import ScheduleEntry
from tournaments.refusals import ScheduleRefusal
from tournaments.services.power_rounds import pair_power_round
from tournaments.services.scheduling import (
    move_series,
    publish_schedule,
    remove_schedule,
    ruling_on_move,
    ruling_on_swap,
    swap_rounds,
)
from tournaments.views.answers import add_message, add_refusal_message, attempt


@require_POST
@tournament_view(roles="director")
def power_round(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    division = get_object_or_404(Division, tournament=tournament, pk=division_id)
    attempt(
        request,
        lambda: pair_power_round(division=division, actor=actor_of(viewer)),
        f"The power round for {division.name} has been paired.",
    )
    return redirect("schedule", tournament.slug)


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def publish(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Preview the schedule, with teams shuffled by `seed`. POST publishes it."""
    division = get_object_or_404(Division, tournament=tournament, pk=division_id)
    data = request.POST if request.method == "POST" else request.GET
    seed = typed_number(data.get("seed")) if data.get("seed") else None
    if request.method == "POST" and attempt(
        request,
        lambda: publish_schedule(
            division=division,
            actor=actor_of(viewer),
            seed=seed,
            made_from=request.POST.get("made_from", ""),
        ),
        f"The schedule for {division.name} has been published.",
    ):
        return redirect("schedule", tournament.slug)
    fault, rounds = "", []
    try:
        rounds = plan_tables(division, planned_schedule(division, seed).rounds)
    except ScheduleError as error:
        fault = f"{error}."
    old_series = _series_of(division)
    context = {
        "division": division,
        "rounds": rounds,
        "fault": fault,
        "seed": seed,
        "another": secrets.randbelow(10_000) + 1,
        "old": old_series,
        "begun": any(has_started(each_series) for each_series in old_series),
        "made_from": fingerprint(old_series),
    }
    return render(request, "tournaments/schedule_publish.html", context)


@require_POST
@tournament_view(roles="director")
def remove(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    division = get_object_or_404(Division, tournament=tournament, pk=division_id)
    attempt(
        request,
        lambda: remove_schedule(division=division, actor=actor_of(viewer)),
        f"The schedule for {division.name} has been removed.",
    )
    return redirect("schedule", tournament.slug)


@require_http_methods(["GET", "POST"])
@tournament_view(roles="director")
def change(request: HttpRequest, tournament: Tournament, viewer: Viewer, division_id: int) -> HttpResponse:
    """Preview a swap (?first=&second=) or a move (?series=&round=&table=). POST applies it."""
    division = get_object_or_404(Division, tournament=tournament, pk=division_id)
    series = _series_of(division)
    data = request.POST if request.method == "POST" else request.GET
    request_values = ScheduleChangeRequest(
        *(typed_number(data.get(name)) for name in ("first", "second", "series", "round", "table"))
    )
    if request.method == "POST":
        try:
            _make_change(viewer, division, series, request_values, request.POST.get("made_from", ""))
        except Refused as refused:
            add_refusal_message(request, refused)
            return redirect("schedule_change", tournament.slug, division.pk)
        add_message(request, "The schedule has been changed.")
        return redirect("schedule", tournament.slug)
    proposed = _propose_change(division, series, request_values)
    context = {
        "division": division,
        "series": [each_series for each_series in series if not has_started(each_series)],
        "numbers": sorted({each_series.round for each_series in series}),
        "asked": request_values,
        "ruling": proposed.ruling if proposed else None,
        "rounds": _changed_rounds(division, series, proposed) if proposed else [],
        "made_from": fingerprint(series),
    }
    return render(request, "tournaments/schedule_change.html", context)


@dataclass(frozen=True, slots=True)
class ScheduleChangeRequest:
    """The form's values. -1 means no value."""

    first: int
    second: int
    series: int
    round: int
    table: int

    @property
    def is_swap(self) -> bool:
        return self.first >= 0 and self.second >= 0

    @property
    def is_move(self) -> bool:
        return self.series >= 0 and self.round >= 0 and self.table >= 0


def _propose_change(
    division: Division, series: list[Series], wanted_change: ScheduleChangeRequest
) -> ScheduleChange | None:
    if wanted_change.is_swap:
        return ruling_on_swap(division, series, wanted_change.first, wanted_change.second)
    if wanted_change.is_move:
        return ruling_on_move(
            division,
            series,
            _series_or_404(series, wanted_change.series),
            wanted_change.round,
            wanted_change.table,
        )
    return None


def _make_change(
    viewer: Viewer,
    division: Division,
    series: list[Series],
    wanted_change: ScheduleChangeRequest,
    made_from: str,
) -> None:
    actor = actor_of(viewer)
    if wanted_change.is_swap:
        swap_rounds(
            division=division,
            actor=actor,
            first=wanted_change.first,
            second=wanted_change.second,
            made_from=made_from,
        )
    elif wanted_change.is_move:
        moved_series = _series_or_404(series, wanted_change.series)
        move_series(
            series=moved_series,
            actor=actor,
            to_round=wanted_change.round,
            to_table=wanted_change.table,
            made_from=made_from,
        )
    else:
        raise Refused(ScheduleRefusal.NO_CHOICE)


def _series_or_404(series: list[Series], series_id: int) -> Series:
    match = next((each_series for each_series in series if each_series.pk == series_id), None)
    if match is None:
        raise Http404
    return match


def _series_of(division: Division) -> list[Series]:
    series = Series.objects.filter(division=division, stage=Series.Stage.ROUND_ROBIN)
    return list(series.select_related("home", "away").order_by("round", "table", "pk"))


def _changed_rounds(
    division: Division, series: list[Series], proposed: ScheduleChange
) -> list[FilledTable[ScheduleEntry]]:
    """Return the rounds that would change, or an empty list if the change is rejected."""
    if not proposed.ruling:
        return []
    series_by_round = {
        changed_rounds.number: changed_rounds.series for changed_rounds in as_schedule(division, series).rounds
    }
    changed_rounds = [
        planned_round
        for planned_round in proposed.schedule.rounds
        if planned_round.series != series_by_round.get(planned_round.number)
    ]
    return plan_tables(division, changed_rounds)
