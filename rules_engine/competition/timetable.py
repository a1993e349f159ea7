"""When rounds are to begin and end by the director's plan, and when they will by the pace of the hall.

Times are what the clock of the hall shows. Minutes are real ones, also on the night when the clock changes. A break
comes when the round at its time is over, and no round begins after the hall closes: it continues in the morning.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from statistics import median
from typing import Final, NamedTuple

FEWEST_FOR_A_PACE: Final = 3  # series that are over; before, the plan's minutes are all there is to go by


class Break(NamedTuple):
    """A meal or a draft: from when, for how many minutes, and what it is."""

    at: time
    minutes: int
    what: str


class RoundToPlay(NamedTuple):
    """A round of the format by its stage and number, and how many games a series of it has.

    `beside`: the stage whose round of this number is played at the same time; "" where the hall plays it alone.
    """

    stage: str
    number: int
    games: int
    title: str = ""
    beside: str = ""


class RoundTimes(NamedTuple):
    """When a round begins and ends; `after` is the break that follows it, "" where none does."""

    round: RoundToPlay
    begins: datetime
    ends: datetime
    after: str = ""


@dataclass(frozen=True, slots=True)
class Timetable:
    """`begins` is the first round's; minutes are those of a game and between two rounds."""

    begins: datetime
    minutes_per_game: int
    between: int
    opens: time
    closes: time
    breaks: tuple[Break, ...] = field(default=())


def planned(timetable: Timetable, rounds: Iterable[RoundToPlay]) -> list[RoundTimes]:
    """Every round in order, one after the other or beside another; nothing follows the last."""
    times = list(_in_turn(timetable, rounds, timetable.begins, timetable.minutes_per_game))
    last = {each.round.beside: each for each in times}.values()
    return [each._replace(after="") if each in last else each for each in times]


def from_here(
    timetable: Timetable, rounds: Iterable[RoundToPlay], began: datetime, ends: datetime, minutes_per_game: float
) -> list[RoundTimes]:
    """Rounds that are still to come, after one that began and ends so, at this pace."""
    return list(_in_turn(timetable, rounds, _next_beginning(timetable, began, ends)[0], minutes_per_game))


def _in_turn(
    timetable: Timetable, rounds: Iterable[RoundToPlay], begins: datetime, minutes_per_game: float
) -> Iterator[RoundTimes]:
    """What is played beside begins with its round, and later only where its own round before is not over."""
    free: dict[str, datetime] = {}  # stage played beside, "" for the hall -> when its next round can begin
    begun: dict[tuple[str, int], datetime] = {}
    for each in rounds:
        with_it = begun.get((each.beside, each.number))
        earliest = [moment for moment in (with_it, free.get(each.beside)) if moment is not None]
        starts = max(earliest, key=datetime.timestamp, default=free.get("", begins))
        ends = later(starts, round(each.games * minutes_per_game))
        free[each.beside], after = _next_beginning(timetable, starts, ends)
        begun[each.stage, each.number] = starts
        yield RoundTimes(each, starts, ends, after)


def later(moment: datetime, minutes: float) -> datetime:
    """Return what the same clock shows so many real minutes later, also across the change to or from daylight time."""
    if moment.tzinfo is None:
        return moment + timedelta(minutes=minutes)
    return (moment.astimezone(UTC) + timedelta(minutes=minutes)).astimezone(moment.tzinfo)


def _next_beginning(timetable: Timetable, began: datetime, ends: datetime) -> tuple[datetime, str]:
    """When the next round can begin after one that ends so, and the break before it."""
    begins = later(ends, timetable.between)
    taken = [
        pause for pause in timetable.breaks if began < datetime.combine(ends.date(), pause.at, ends.tzinfo) <= begins
    ]
    if taken:
        begins = later(ends, sum(pause.minutes for pause in taken))
    if begins.time() > timetable.closes or begins.date() > ends.date():
        day = ends.date() + timedelta(days=1)
        return datetime.combine(day, timetable.opens, ends.tzinfo), "night"
    return begins, ", ".join(pause.what for pause in taken)


class SeriesAtPlay(NamedTuple):
    """A series that is not over: where, since when, its games, those that are over, its limit in minutes (T33.0)."""

    table: int
    began: datetime
    games: int
    over: int
    allowed: int


class RoundForecast(NamedTuple):
    """When the round in play ends by its pace, which table holds the hall, and when T33.0 would end it."""

    ends: datetime
    table: int
    ends_by_limit: datetime


def forecast(series: Sequence[SeriesAtPlay], now: datetime, minutes_per_game: float) -> RoundForecast | None:
    """None where nothing is being played. What should be over is given its next game from now on."""
    if not series:
        return None

    def ends(each: SeriesAtPlay) -> datetime:
        by_pace = later(each.began, each.games * minutes_per_game)
        to_come = max(0, each.games - each.over - 1)
        return max(by_pace, later(now, to_come * minutes_per_game), key=datetime.timestamp)

    last = max(series, key=lambda each: ends(each).timestamp())
    limits = [later(each.began, each.allowed) for each in series]
    limit = max(*limits, now, key=datetime.timestamp)
    return RoundForecast(ends(last), last.table, min(limit, ends(last), key=datetime.timestamp))


def pace(minutes_per_game: Iterable[float], otherwise: int) -> float:
    """Minutes a game as the hall has played so far; the plan's until a few series are over."""
    known = list(minutes_per_game)
    return median(known) if len(known) >= FEWEST_FOR_A_PACE else float(otherwise)
