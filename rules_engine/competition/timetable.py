"""Planned start and end times for rounds, and forecasts based on the pace of play so far.

Times are local. Minutes are elapsed time, even on the night when the clocks change. A break starts after the current
round. No round starts after closing time, and play continues in the morning.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from statistics import median
from typing import Final, NamedTuple

FEWEST_FOR_A_PACE: Final = 3  # finished series needed; with fewer, the planned minutes are used


class Break(NamedTuple):
    """A meal or a draft, with its time of day, length in minutes and title."""

    at: time
    minutes: int
    title: str


class RoundToPlay(NamedTuple):
    """A round of the format: its stage, its number, and the number of games per series.

    `parallel_stage` is the stage whose round with this number is played at the same time, or "" if no other stage
    plays.
    """

    stage: str
    number: int
    games: int
    title: str = ""
    parallel_stage: str = ""


class RoundTimes(NamedTuple):
    """A round's start and end. `after` is the break that follows it, or "" if there is none."""

    round: RoundToPlay
    begins: datetime
    ends: datetime
    after: str = ""


@dataclass(frozen=True, slots=True)
class Timetable:
    """`begins` is the start of the first round. The minutes are per game and between two rounds."""

    begins: datetime
    minutes_per_game: int
    between: int
    opens: time
    closes: time
    breaks: tuple[Break, ...] = field(default=())


def planned(timetable: Timetable, rounds: Iterable[RoundToPlay]) -> list[RoundTimes]:
    """Return the planned times of every round, sequential or parallel. No break follows the last."""
    planned_times = list(_in_turn(timetable, rounds, timetable.begins, timetable.minutes_per_game))
    last = {times.round.parallel_stage: times for times in planned_times}.values()
    return [times._replace(after="") if times in last else times for times in planned_times]


def from_here(
    timetable: Timetable, rounds: Iterable[RoundToPlay], began: datetime, ends: datetime, minutes_per_game: float
) -> list[RoundTimes]:
    """Return the times of the remaining rounds at this pace, after a round with this start and end."""
    return list(_in_turn(timetable, rounds, _next_beginning(timetable, began, ends)[0], minutes_per_game))


def _in_turn(
    timetable: Timetable, rounds: Iterable[RoundToPlay], begins: datetime, minutes_per_game: float
) -> Iterator[RoundTimes]:
    """Yield the times of each round. A parallel round starts with its partner, or when its own stage is free."""
    free: dict[str, datetime] = {}  # parallel stage ("" for none) -> when its next round can begin
    began: dict[tuple[str, int], datetime] = {}
    for round_to_play in rounds:
        with_it = began.get((round_to_play.parallel_stage, round_to_play.number))
        earliest = [moment for moment in (with_it, free.get(round_to_play.parallel_stage)) if moment is not None]
        starts = max(earliest, key=datetime.timestamp, default=free.get("", begins))
        ends = later(starts, round(round_to_play.games * minutes_per_game))
        free[round_to_play.parallel_stage], after = _next_beginning(timetable, starts, ends)
        began[round_to_play.stage, round_to_play.number] = starts
        yield RoundTimes(round_to_play, starts, ends, after)


def later(moment: datetime, minutes: float) -> datetime:
    """Return the clock time after this many elapsed minutes, even across a daylight saving change."""
    if moment.tzinfo is None:
        return moment + timedelta(minutes=minutes)
    return (moment.astimezone(UTC) + timedelta(minutes=minutes)).astimezone(moment.tzinfo)


def _next_beginning(timetable: Timetable, began: datetime, ends: datetime) -> tuple[datetime, str]:
    """Return when the next round can begin after this one, and the break before it."""
    begins = later(ends, timetable.between)
    breaks = [
        pause for pause in timetable.breaks if began < datetime.combine(ends.date(), pause.at, ends.tzinfo) <= begins
    ]
    if breaks:
        begins = later(ends, sum(pause.minutes for pause in breaks))
    if begins.time() > timetable.closes or begins.date() > ends.date():
        day = ends.date() + timedelta(days=1)
        return datetime.combine(day, timetable.opens, ends.tzinfo), "night"
    return begins, ", ".join(pause.title for pause in breaks)


class SeriesAtPlay(NamedTuple):
    """A series in progress: its table, start time, games, finished games and time limit in minutes (T33.0)."""

    table: int
    began: datetime
    games: int
    over: int
    allowed: int


class RoundForecast(NamedTuple):
    """The round's forecast end at this pace, the table that finishes last, and when T33.0 would end the round."""

    ends: datetime
    table: int
    ends_by_limit: datetime


def forecast(series: Sequence[SeriesAtPlay], now: datetime, minutes_per_game: float) -> RoundForecast | None:
    """Forecast the end of the current round, or return None if no series is in progress.

    An overdue series is assumed to start its next game now.
    """
    if not series:
        return None

    def ends(series_in_play: SeriesAtPlay) -> datetime:
        by_pace = later(series_in_play.began, series_in_play.games * minutes_per_game)
        to_come = max(0, series_in_play.games - series_in_play.over - 1)
        return max(by_pace, later(now, to_come * minutes_per_game), key=datetime.timestamp)

    last = max(series, key=lambda series_in_play: ends(series_in_play).timestamp())
    limits = [later(series_in_play.began, series_in_play.allowed) for series_in_play in series]
    limit = max(*limits, now, key=datetime.timestamp)
    return RoundForecast(ends(last), last.table, min(limit, ends(last), key=datetime.timestamp))


def pace(minutes_per_game: Iterable[float], otherwise: int) -> float:
    """Return the median minutes per game so far, or the planned minutes until a few series are finished."""
    paces = list(minutes_per_game)
    return median(paces) if len(paces) >= FEWEST_FOR_A_PACE else float(otherwise)
