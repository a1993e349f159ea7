"""A director's schedule changes: swap rounds, move a series, change tables (T0.08)."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from rules_engine.competition.schedule import RULE, Schedule, ScheduledSeries
from rules_engine.rulings import Finding, Ruling, allow, refuse

NameOf = Callable[[int], str]


def _plain(team: int) -> str:
    return f"team {team}"


class ScheduleFinding(Finding):
    """Findings on whether a schedule change is possible."""

    ROUNDS_CHANGE_PLACES = "Rounds {first} and {second} are swapped."
    SERIES_MOVES = "{home} and {away} play in round {round} at table {table}."
    NO_ROUNDS = "No round is scheduled yet."
    NO_ROUND_TO_SWAP = "Round {round} doesn't exist. Rounds are 1 to {last}."
    ROUND_HAS_BEGUN = "Round {round} has started, so its series can't move."
    NOT_IN_THIS_ROUND = "{home} and {away} are not scheduled in round {round}."
    SERIES_HAS_BEGUN = "{home} and {away} have started their series."
    NO_SUCH_ROUND = "Round {round} doesn't exist. Rounds are 1 to {last}. Enter {next} for a new round."
    NO_SUCH_TABLE = "Table {table} doesn't exist."
    TEAM_PLAYS_ALREADY = "{team} already plays {opponent} in round {round}."
    TABLE_IS_TAKEN = "Table {table} is taken by {home} and {away} in round {round}."


@dataclass(frozen=True, slots=True)
class ScheduleChange:
    """The ruling on a proposed change, and the schedule after it (unchanged if rejected)."""

    ruling: Ruling
    schedule: Schedule


def swap_rounds(schedule: Schedule, first: int, second: int, *, started: Collection[int] = ()) -> ScheduleChange:
    """Swap two rounds. `started` contains the rounds with a started game."""
    for number in (first, second):
        if (refusal := _closed(schedule, number, started)) is not None:
            return ScheduleChange(refusal, schedule)
    numbers = {first: second, second: first}
    series = tuple(
        sorted(replace(scheduled, round=numbers.get(scheduled.round, scheduled.round)) for scheduled in schedule.series)
    )
    return ScheduleChange(
        allow(ScheduleFinding.ROUNDS_CHANGE_PLACES, RULE, first=first, second=second), replace(schedule, series=series)
    )


def move_series(
    schedule: Schedule,
    series: ScheduledSeries,
    *,
    to_round: int,
    to_table: int,
    started: Collection[ScheduledSeries] = (),
    name: NameOf = _plain,
) -> ScheduleChange:
    """Move a series to another round or table. Pass its own round to change only the table.

    `to_round` can be one more than the last round. Then the series is played alone at the end.
    """
    moved = replace(series, round=to_round, table=to_table)
    refusals = _move_refusals(schedule, series, moved, started, name)
    if (refusal := next(refusals, None)) is not None:
        return ScheduleChange(refusal, schedule)
    rest = tuple(scheduled for scheduled in schedule.series if scheduled != series)
    ruling = allow(
        ScheduleFinding.SERIES_MOVES,
        RULE,
        home=name(series.home),
        away=name(series.away),
        round=to_round,
        table=to_table,
    )
    return ScheduleChange(ruling, replace(schedule, series=tuple(sorted((*rest, moved)))))


def _closed(schedule: Schedule, number: int, started: Collection[int]) -> Ruling | None:
    rounds = {scheduled.round for scheduled in schedule.series}
    if not rounds:
        return refuse(ScheduleFinding.NO_ROUNDS, RULE)
    if number not in rounds:
        return refuse(ScheduleFinding.NO_ROUND_TO_SWAP, RULE, round=number, last=max(rounds))
    if number in started:
        return refuse(ScheduleFinding.ROUND_HAS_BEGUN, RULE, round=number)
    return None


def _move_refusals(
    schedule: Schedule,
    series: ScheduledSeries,
    moved: ScheduledSeries,
    started: Collection[ScheduledSeries],
    name: NameOf,
) -> Iterator[Ruling]:
    last = max((scheduled.round for scheduled in schedule.series), default=0)
    if series not in schedule.series:
        yield refuse(
            ScheduleFinding.NOT_IN_THIS_ROUND, RULE, home=name(series.home), away=name(series.away), round=series.round
        )
    if series in started:
        yield refuse(ScheduleFinding.SERIES_HAS_BEGUN, RULE, home=name(series.home), away=name(series.away))
    if not 1 <= moved.round <= last + 1:
        yield refuse(ScheduleFinding.NO_SUCH_ROUND, RULE, round=moved.round, last=last, next=last + 1)
    same_round = [scheduled for scheduled in schedule.series if scheduled.round == moved.round and scheduled != series]
    for scheduled in same_round:
        yield from _clashes(moved, scheduled, name)
    if moved.table < 1:
        yield refuse(ScheduleFinding.NO_SUCH_TABLE, RULE, table=moved.table)


def _clashes(moved: ScheduledSeries, scheduled: ScheduledSeries, name: NameOf) -> Iterator[Ruling]:
    for team in sorted(moved.teams & scheduled.teams):
        (opponent,) = scheduled.teams - {team}
        yield refuse(
            ScheduleFinding.TEAM_PLAYS_ALREADY, RULE, team=name(team), opponent=name(opponent), round=moved.round
        )
    if moved.table == scheduled.table:
        yield refuse(
            ScheduleFinding.TABLE_IS_TAKEN,
            RULE,
            table=moved.table,
            home=name(scheduled.home),
            away=name(scheduled.away),
            round=moved.round,
        )
