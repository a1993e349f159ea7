"""Changes to a schedule by the director: swap rounds, move a series, trade tables; legal, or why not (T0.08)."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from rules_engine.competition.schedule import RULE, Schedule, ScheduledSeries
from rules_engine.rulings import Ruling, allow, refuse

NameOf = Callable[[int], str]


def _plain(team: int) -> str:
    return f"team {team}"


@dataclass(frozen=True, slots=True)
class Change:
    """A proposed change: the ruling on it, and the schedule after it (the old one when refused)."""

    ruling: Ruling
    schedule: Schedule


def swap_rounds(schedule: Schedule, first: int, second: int, *, begun: Collection[int] = ()) -> Change:
    """Play one round in place of another. `begun` are rounds of which a game has been started."""
    for number in (first, second):
        if (refusal := _closed(schedule, number, begun)) is not None:
            return Change(refusal, schedule)
    numbers = {first: second, second: first}
    series = tuple(sorted(replace(one, round=numbers.get(one.round, one.round)) for one in schedule.series))
    return Change(allow(RULE, f"Rounds {first} and {second} change places."), replace(schedule, series=series))


def move_series(
    schedule: Schedule,
    series: ScheduledSeries,
    *,
    to_round: int,
    to_table: int,
    begun: Collection[ScheduledSeries] = (),
    name: NameOf = _plain,
) -> Change:
    """Play one series in another round or at another table; its own round is named to change only the table.

    `to_round` may be one more than the last round: the series is then played by itself at the end.
    """
    moved = replace(series, round=to_round, table=to_table)
    refusals = _move_refusals(schedule, series, moved, begun, name)
    if (refusal := next(refusals, None)) is not None:
        return Change(refusal, schedule)
    rest = tuple(one for one in schedule.series if one != series)
    what = f"{name(series.home)} and {name(series.away)} play in round {to_round} at table {to_table}."
    return Change(allow(RULE, what), replace(schedule, series=tuple(sorted((*rest, moved)))))


def _closed(schedule: Schedule, number: int, begun: Collection[int]) -> Ruling | None:
    rounds = {one.round for one in schedule.series}
    if number not in rounds:
        return refuse(RULE, f"There is no round {number}: rounds are 1 to {max(rounds)}.")
    if number in begun:
        return refuse(RULE, f"Round {number} has begun; its series stay where they were played.")
    return None


def _move_refusals(
    schedule: Schedule,
    series: ScheduledSeries,
    moved: ScheduledSeries,
    begun: Collection[ScheduledSeries],
    name: NameOf,
) -> Iterator[Ruling]:
    last = max((one.round for one in schedule.series), default=0)
    if series not in schedule.series:
        yield refuse(RULE, f"{name(series.home)} and {name(series.away)} are not scheduled in round {series.round}.")
    if series in begun:
        yield refuse(RULE, f"{name(series.home)} and {name(series.away)} have begun their series.")
    if not 1 <= moved.round <= last + 1:
        yield refuse(RULE, f"There is no round {moved.round}: rounds are 1 to {last}, or {last + 1} for a new one.")
    others = [one for one in schedule.series if one.round == moved.round and one != series]
    for other in others:
        yield from _clashes(moved, other, name)
    if moved.table < 1:
        yield refuse(RULE, f"There is no table {moved.table}.")


def _clashes(moved: ScheduledSeries, other: ScheduledSeries, name: NameOf) -> Iterator[Ruling]:
    for team in sorted(moved.teams & other.teams):
        (opponent,) = other.teams - {team}
        yield refuse(RULE, f"{name(team)} already plays {name(opponent)} in round {moved.round}.")
    if moved.table == other.table:
        pair = f"{name(other.home)} and {name(other.away)}"
        yield refuse(RULE, f"Table {moved.table} is taken by {pair} in round {moved.round}.")
