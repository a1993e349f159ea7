"""Publish and change a division's round robin. Rulings reject illegal changes."""

from collections.abc import Mapping, Sequence

from core.errors import Refused, Stale
from rules_engine.competition.schedule import RULE, Schedule, ScheduledSeries, ScheduleError
from rules_engine.competition.schedule_changes import ScheduleChange
from rules_engine.competition.schedule_changes import move_series as rule_on_move
from rules_engine.competition.schedule_changes import swap_rounds as rule_on_swap
from rules_engine.rulings import Ruling, refuse
from tournaments.action_log.snapshots import fingerprint, only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Division, Series, Team, Tournament
from tournaments.queries.schedule import (
    as_schedule,
    as_scheduled_series,
    has_started,
    planned_schedule,
)
from tournaments.queries.schedule_sheets import SchedulePlan
from tournaments.refusals import ScheduleRefusal, ScheduleSheetFault

Stage = Tournament.Stage


def publish_schedule(*, division: Division, actor: Actor, seed: int | None = None, made_from: str = "") -> list[Series]:
    """Publish the division's round robin, replacing a schedule that hasn't started.

    `seed` shuffles the teams.
    """
    with writing(division.tournament_id) as tournament:
        if tournament.stage not in (Stage.DRAFT, Stage.ROUND_ROBIN):
            raise Refused(ScheduleRefusal.DRAFT_NOT_OPEN)
        old_series = _series_of(division)
        _refuse_stale(old_series, made_from)
        if any(has_started(each_series) for each_series in old_series):
            raise Refused(ScheduleRefusal.DIVISION_PLAYS, subject=division.pk, division=division.name)
        return _replace_series(tournament, division, old_series, _plan_schedule(division, seed), actor)


def import_schedule(*, division: Division, actor: Actor, plan: SchedulePlan, reason: str = "") -> list[Series]:
    """Publish a spreadsheet's schedule, replacing a schedule that hasn't started. Undo restores the old schedule.

    Raises:
        Refused: If a row has an error, a table is taken, or unusual meetings need a reason (T0.08).
    """
    with writing(division.tournament_id) as tournament:
        if tournament.stage not in (Stage.DRAFT, Stage.ROUND_ROBIN):
            raise Refused(ScheduleRefusal.DRAFT_NOT_OPEN)
        old_series = _series_of(division)
        if any(has_started(each_series) for each_series in old_series):
            raise Refused(ScheduleRefusal.DIVISION_PLAYS, subject=division.pk, division=division.name)
        if plan.faults:
            rows = [plan.table.place(fault.row).lower() for fault in plan.faults[:20]]
            raise Refused(ScheduleSheetFault.HAS_FAULTS, rows=rows)
        if not plan.series:
            raise Refused(ScheduleSheetFault.NO_SERIES)
        if plan.warnings and not reason.strip():
            raise Refused(ScheduleSheetFault.NO_REASON, field="reason")
        return _replace_series(tournament, division, old_series, plan.schedule(division), actor, reason.strip())


def _replace_series(
    tournament: Tournament,
    division: Division,
    old_series: Sequence[Series],
    schedule: Schedule,
    actor: Actor,
    reason: str = "",
) -> list[Series]:
    if (conflict := _table_conflict(division, schedule)) is not None:
        raise Refused(conflict)
    before = snapshot(old_series)
    Series.objects.filter(pk__in=[each_series.pk for each_series in old_series]).delete()
    new_series = [_create_series(tournament, division, each_series) for each_series in schedule.series]
    after = {**dict.fromkeys(before), **snapshot(new_series)}
    rounds = len(schedule.rounds)
    sentence = (
        f"The schedule for {division.name} is published: {rounds} round{'' if rounds == 1 else 's'}, "
        f"{len(new_series)} series."
    )
    _record(tournament, actor, Verb.PUBLISH_SCHEDULE, division, sentence, before, after, reason)
    return new_series


def remove_schedule(*, division: Division, actor: Actor) -> None:
    """Remove a schedule that hasn't started."""
    with writing(division.tournament_id) as tournament:
        old_series = _series_of(division)
        if any(has_started(each_series) for each_series in old_series):
            raise Refused(ScheduleRefusal.CANT_BE_REMOVED, subject=division.pk, division=division.name)
        if not old_series:
            return
        before = snapshot(old_series)
        Series.objects.filter(pk__in=[each_series.pk for each_series in old_series]).delete()
        sentence = f"The schedule for {division.name} was removed."
        _record(
            tournament,
            actor,
            Verb.REMOVE_SCHEDULE,
            division,
            sentence,
            before,
            dict.fromkeys(before),
        )


def swap_rounds(*, division: Division, actor: Actor, first: int, second: int, made_from: str = "") -> None:
    """Swap two rounds. Raise Refused with the ruling if it isn't legal."""
    with writing(division.tournament_id) as tournament:
        series = _series_of(division)
        _refuse_stale(series, made_from)
        change = ruling_on_swap(division, series, first, second)
        sentence = f"{division.name}: rounds {first} and {second} were swapped."
        numbers = {first: second, second: first}
        places = {
            each_series.pk: (
                numbers.get(each_series.round, each_series.round),
                each_series.table,
            )
            for each_series in series
        }
        _apply_change(tournament, division, actor, Verb.SWAP_ROUNDS, series, change, places, sentence)


def move_series(*, series: Series, actor: Actor, to_round: int, to_table: int, made_from: str = "") -> None:
    """Move a series to a different round or table. Raise Refused with the ruling if it isn't legal."""
    division = series.division
    if division is None or series.stage != Series.Stage.ROUND_ROBIN:
        raise Refused(ScheduleRefusal.ROUND_ROBIN_ONLY, subject=series.pk)
    with writing(series.tournament_id) as tournament:
        division_series = _series_of(division)
        _refuse_stale(division_series, made_from)
        moved = next(
            (each_series for each_series in division_series if each_series.pk == series.pk),
            None,
        )
        if moved is None:
            raise Refused(ScheduleRefusal.NOT_SCHEDULED, subject=series.pk)
        change = ruling_on_move(division, division_series, moved, to_round, to_table)
        places = {moved.pk: (to_round, to_table)}
        sentence = f"{moved.away} at {moved.home} is now in round {to_round} at table {to_table}."
        _apply_change(
            tournament,
            division,
            actor,
            Verb.MOVE_SERIES,
            division_series,
            change,
            places,
            sentence,
        )


def ruling_on_swap(division: Division, series: Sequence[Series], first: int, second: int) -> ScheduleChange:
    """Return a ruling on swapping two rounds, and the resulting schedule."""
    started = {each_series.round for each_series in series if has_started(each_series)}
    return _check_tables(division, rule_on_swap(as_schedule(division, series), first, second, started=started))


def ruling_on_move(
    division: Division, series: Sequence[Series], moved: Series, to_round: int, to_table: int
) -> ScheduleChange:
    """Return a ruling on moving a series, and the resulting schedule."""
    names = dict(Team.objects.filter(division=division).values_list("pk", "name"))
    change = rule_on_move(
        as_schedule(division, series),
        as_scheduled_series(moved),
        to_round=to_round,
        to_table=to_table,
        started=[as_scheduled_series(each_series) for each_series in series if has_started(each_series)],
        name=lambda pk: names.get(pk, f"team {pk}"),
    )
    return _check_tables(division, change)


def _check_tables(division: Division, change: ScheduleChange) -> ScheduleChange:
    """Reject an otherwise legal change that needs a table used by another division in that round."""
    conflict = _table_conflict(division, change.schedule) if change.ruling else None
    return ScheduleChange(conflict, change.schedule) if conflict is not None else change


def _series_of(division: Division) -> list[Series]:
    series = Series.objects.filter(division=division, stage=Series.Stage.ROUND_ROBIN)
    return list(series.select_related("home", "away"))


def _refuse_stale(series: Sequence[Series], made_from: str) -> None:
    if made_from and fingerprint(series) != made_from:
        raise Stale(ScheduleRefusal.CHANGED_MEANWHILE)


def _plan_schedule(division: Division, seed: int | None) -> Schedule:
    if Team.objects.filter(division=division, slot__isnull=True).exists():
        raise Refused(ScheduleRefusal.NO_DRAFT_POSITION, subject=division.pk, division=division.name)
    try:
        return planned_schedule(division, seed)
    except ScheduleError as fault:
        raise Refused(ScheduleRefusal.NO_SCHEDULE, subject=division.pk, fault=str(fault)) from None


def _table_conflict(division: Division, schedule: Schedule) -> Ruling | None:
    """Return the conflict with another division's table. Tables are numbered across the whole venue."""
    own_tables = {(each_series.round, each_series.table) for each_series in schedule.series}
    other_divisions = Series.objects.filter(tournament=division.tournament_id, stage=Series.Stage.ROUND_ROBIN)
    for other_series in other_divisions.exclude(division=division).select_related("division"):
        if (other_series.round, other_series.table) in own_tables:
            return refuse(
                ScheduleRefusal.TABLE_TAKEN,
                RULE,
                table=other_series.table,
                division=str(other_series.division),
                round=other_series.round,
            )
    return None


def _create_series(tournament: Tournament, division: Division, as_scheduled_series: ScheduledSeries) -> Series:
    return Series.objects.create(
        tournament=tournament,
        division=division,
        round=as_scheduled_series.round,
        table=as_scheduled_series.table,
        home_id=as_scheduled_series.home,
        away_id=as_scheduled_series.away,
        games_planned=tournament.series_length,
    )


def _apply_change(
    tournament: Tournament,
    division: Division,
    actor: Actor,
    verb: Verb,
    series: Sequence[Series],
    change: ScheduleChange,
    places: Mapping[int, tuple[int, int | None]],
    sentence: str,
) -> None:
    if not change.ruling:
        raise Refused(change.ruling)
    moving = [
        each_series
        for each_series in series
        if places.get(each_series.pk, (each_series.round, each_series.table)) != (each_series.round, each_series.table)
    ]
    before = snapshot(moving)
    Series.objects.filter(pk__in=[each_series.pk for each_series in moving]).update(table=None)
    for each_series in moving:
        each_series.round, each_series.table = places[each_series.pk]
        each_series.version += 1
        each_series.save(update_fields=["round", "table", "version"])
    old_values, new_values = only_changes(before, snapshot(moving))
    _record(tournament, actor, verb, division, sentence, old_values, new_values)


def _record(
    tournament: Tournament,
    actor: Actor,
    verb: Verb,
    division: Division,
    sentence: str,
    before: dict[str, dict[str, object] | None],
    after: dict[str, dict[str, object] | None],
    reason: str = "",
) -> None:
    record_action(
        tournament=tournament,
        actor=actor,
        verb=verb,
        subject=f"division:{division.pk}",
        sentence=sentence,
        reason=reason,
        before=before,
        after=after,
    )
