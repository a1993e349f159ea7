"""Publishing a division's round robin, and the director's changes to it, legal or refused with the reason."""

from collections.abc import Mapping, Sequence

from core.errors import Refused, Stale
from rules_engine.competition.schedule import RULE, Schedule, ScheduledSeries, ScheduleError
from rules_engine.competition.schedule_changes import ScheduleChange
from rules_engine.competition.schedule_changes import move_series as rule_on_move
from rules_engine.competition.schedule_changes import swap_rounds as rule_on_swap
from rules_engine.rulings import Finding, Ruling, refuse
from tournaments.action_log.snapshots import fingerprint, only_changes, snapshot
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Division, Series, Team, Tournament
from tournaments.queries.schedule import as_schedule, has_begun, planned_schedule, scheduled

Stage = Tournament.Stage


def publish_schedule(*, division: Division, actor: Actor, seed: int | None = None, made_from: str = "") -> list[Series]:
    """Write the division's round robin in place of one of which nothing has begun. `seed` shuffles the teams."""
    with writing(division.tournament_id) as tournament:
        if tournament.stage not in (Stage.DRAFT, Stage.ROUND_ROBIN):
            raise Refused("The schedule is made once the draft is open: teams and divisions must be settled.")
        old = _series_of(division)
        _refuse_stale(old, made_from)
        if any(has_begun(one) for one in old):
            raise Refused(f"The schedule of {division.name} is being played; change single rounds or series.")
        schedule = _planned(division, seed)
        if (taken := _taken_table(division, schedule)) is not None:
            raise Refused(taken.reason)
        before = snapshot(old)
        Series.objects.filter(pk__in=[one.pk for one in old]).delete()
        made = [_write(tournament, division, one) for one in schedule.series]
        after = {**dict.fromkeys(before), **snapshot(made)}
        sentence = f"The schedule of {division.name} is out: {len(schedule.rounds)} rounds, {len(made)} series."
        _record(tournament, actor, Verb.PUBLISH_SCHEDULE, division, sentence, before, after)
    return made


def remove_schedule(*, division: Division, actor: Actor) -> None:
    """Take back a schedule of which nothing has begun."""
    with writing(division.tournament_id) as tournament:
        old = _series_of(division)
        if any(has_begun(one) for one in old):
            raise Refused(f"The schedule of {division.name} is being played.")
        if not old:
            return
        before = snapshot(old)
        Series.objects.filter(pk__in=[one.pk for one in old]).delete()
        sentence = f"The schedule of {division.name} is taken back."
        _record(tournament, actor, Verb.REMOVE_SCHEDULE, division, sentence, before, dict.fromkeys(before))


def swap_rounds(*, division: Division, actor: Actor, first: int, second: int, made_from: str = "") -> None:
    """Play two rounds in each other's place. Raises Refused with the ruling."""
    with writing(division.tournament_id) as tournament:
        series = _series_of(division)
        _refuse_stale(series, made_from)
        change = ruling_on_swap(division, series, first, second)
        sentence = f"{division.name}: rounds {first} and {second} change places."
        numbers = {first: second, second: first}
        places = {one.pk: (numbers.get(one.round, one.round), one.table) for one in series}
        _change(tournament, division, actor, Verb.SWAP_ROUNDS, series, change, places, sentence)


def move_series(*, series: Series, actor: Actor, to_round: int, to_table: int, made_from: str = "") -> None:
    """Play one series in another round or at another table. Raises Refused with the ruling."""
    division = series.division
    if division is None or series.stage != Series.Stage.ROUND_ROBIN:
        raise Refused("Only series of the round robin are moved.")
    with writing(series.tournament_id) as tournament:
        there = _series_of(division)
        _refuse_stale(there, made_from)
        moved = next((one for one in there if one.pk == series.pk), None)
        if moved is None:
            raise Refused("This series is no longer in the schedule.")
        change = ruling_on_move(division, there, moved, to_round, to_table)
        places = {moved.pk: (to_round, to_table)}
        sentence = f"{moved.away} at {moved.home} is now in round {to_round} at table {to_table}."
        _change(tournament, division, actor, Verb.MOVE_SERIES, there, change, places, sentence)


class HallFinding(Finding):
    """What the other divisions of the hall stand in the way of."""

    TABLE_TAKEN = "Table {table} is taken by {division} in round {round}."


def ruling_on_swap(division: Division, series: Sequence[Series], first: int, second: int) -> ScheduleChange:
    """What the rules say to a swap; its schedule is what would be played."""
    begun = {one.round for one in series if has_begun(one)}
    return _in_the_hall(division, rule_on_swap(as_schedule(division, series), first, second, begun=begun))


def ruling_on_move(
    division: Division, series: Sequence[Series], moved: Series, to_round: int, to_table: int
) -> ScheduleChange:
    """What the rules say to moving one series; its schedule is what would be played."""
    names = dict(Team.objects.filter(division=division).values_list("pk", "name"))
    change = rule_on_move(
        as_schedule(division, series),
        scheduled(moved),
        to_round=to_round,
        to_table=to_table,
        begun=[scheduled(one) for one in series if has_begun(one)],
        name=lambda pk: names.get(pk, f"team {pk}"),
    )
    return _in_the_hall(division, change)


def _in_the_hall(division: Division, change: ScheduleChange) -> ScheduleChange:
    """A legal change is refused where it needs a table that another division has in that round."""
    taken = _taken_table(division, change.schedule) if change.ruling else None
    return ScheduleChange(taken, change.schedule) if taken is not None else change


def _series_of(division: Division) -> list[Series]:
    series = Series.objects.filter(division=division, stage=Series.Stage.ROUND_ROBIN)
    return list(series.select_related("home", "away"))


def _refuse_stale(series: Sequence[Series], made_from: str) -> None:
    if made_from and fingerprint(series) != made_from:
        raise Stale("Somebody else changed the schedule meanwhile. Look at it as it stands now.")


def _planned(division: Division, seed: int | None) -> Schedule:
    if Team.objects.filter(division=division, slot__isnull=True).exists():
        raise Refused(f"Some teams of {division.name} have no draft position yet.")
    try:
        return planned_schedule(division, seed)
    except ScheduleError as fault:
        raise Refused(f"{fault}.") from None


def _taken_table(division: Division, schedule: Schedule) -> Ruling | None:
    """Tables are numbered through the whole hall: no other division may sit at one of ours in the same round."""
    ours = {(one.round, one.table) for one in schedule.series}
    others = Series.objects.filter(tournament=division.tournament_id, stage=Series.Stage.ROUND_ROBIN)
    for other in others.exclude(division=division).select_related("division"):
        if (other.round, other.table) in ours:
            table, place = other.table, str(other.division)
            return refuse(HallFinding.TABLE_TAKEN, RULE, table=table, division=place, round=other.round)
    return None


def _write(tournament: Tournament, division: Division, scheduled: ScheduledSeries) -> Series:
    return Series.objects.create(
        tournament=tournament,
        division=division,
        round=scheduled.round,
        table=scheduled.table,
        home_id=scheduled.home,
        away_id=scheduled.away,
        games_planned=tournament.series_length,
    )


def _change(
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
    moving = [one for one in series if places.get(one.pk, (one.round, one.table)) != (one.round, one.table)]
    before = snapshot(moving)
    Series.objects.filter(pk__in=[one.pk for one in moving]).update(table=None)
    for one in moving:
        one.round, one.table = places[one.pk]
        one.version += 1
        one.save(update_fields=["round", "table", "version"])
    was, becomes = only_changes(before, snapshot(moving))
    _record(tournament, actor, verb, division, sentence, was, becomes)


def _record(
    tournament: Tournament,
    actor: Actor,
    verb: Verb,
    division: Division,
    sentence: str,
    before: dict[str, dict[str, object] | None],
    after: dict[str, dict[str, object] | None],
) -> None:
    record_action(
        tournament=tournament,
        actor=actor,
        verb=verb,
        subject=f"division:{division.pk}",
        sentence=sentence,
        before=before,
        after=after,
    )
