"""A day's timetable, compared with a director's manual calculation, and the forecast based on played games."""

from dataclasses import replace
from datetime import datetime, time

import pytest

from rules_engine.competition.timetable import (
    Break,
    RoundToPlay,
    SeriesAtPlay,
    Timetable,
    forecast,
    from_here,
    pace,
    planned,
)

DAY = Timetable(datetime(2026, 11, 21, 9), 40, 10, time(9), time(20), (Break(time(12, 30), 60, "Lunch"),))
ROUNDS = [RoundToPlay("round_robin", number, 3) for number in range(1, 8)]


def at(hour: int, minute: int = 0, day: int = 21) -> datetime:
    return datetime(2026, 11, day, hour, minute)


def test_lunch_follows_the_round_in_progress() -> None:
    """Three games of 40 minutes take two hours, with ten minutes between rounds."""
    times = planned(DAY, ROUNDS[:4])
    assert [(time.begins, time.ends) for time in times] == [
        (at(9), at(11)),
        (at(11, 10), at(13, 10)),
        (at(14, 10), at(16, 10)),
        (at(16, 20), at(18, 20)),
    ]
    assert [time.after for time in times] == ["", "Lunch", "", ""]


def test_no_round_starts_after_the_hall_closes() -> None:
    times = planned(DAY, ROUNDS)
    assert times[4].begins == at(18, 30)
    assert times[4].after == "night"
    assert times[5].begins == at(9, day=22)
    late = replace(DAY, breaks=(), begins=at(19, 50), between=300)
    assert planned(late, ROUNDS[:2])[1].begins == at(9, day=22), "past midnight is the morning"


def test_forecast_continues_at_the_halls_own_pace() -> None:
    times = from_here(DAY, ROUNDS[2:4], at(13), at(15), 50)
    assert [(time.begins, time.ends) for time in times] == [(at(15, 10), at(17, 40)), (at(17, 50), at(20, 20))]


def test_break_due_at_the_start_of_a_round_comes_first() -> None:
    (after, *_) = from_here(DAY, ROUNDS[1:2], at(9), at(12, 20), 40)
    assert after.begins == at(13, 20)


def series(table: int, began: datetime, over: int, games: int = 3) -> SeriesAtPlay:
    return SeriesAtPlay(table, began, games, over, allowed=45 * games)


def test_slowest_table_sets_the_round_end_and_the_limit_shortens_it() -> None:
    now = at(11)
    seen = forecast([series(1, at(9), 2), series(4, at(9, 10), 0)], now, 60)
    assert seen is not None
    assert (seen.ends, seen.table) == (at(13), 4), "two more games from now on"
    assert seen.ends_by_limit == at(11, 25)


def test_table_past_the_limit_stops_without_delaying_a_fast_hall() -> None:
    late, quick = (forecast([series(2, began, 1)], at(11), 30) for began in (at(6), at(10, 30)))
    assert late is not None
    assert quick is not None
    assert late.ends_by_limit == at(11)
    assert (quick.ends, quick.ends_by_limit) == (at(12), at(12)), "three games of half an hour need no limit"
    assert forecast([], at(11), 30) is None


@pytest.mark.parametrize(("durations", "expected"), [([], 45), ([20.0, 30.0], 45), ([20.0, 30.0, 70.0], 30)])
def test_pace_follows_the_plan_until_three_series_finish(durations: list[float], expected: float) -> None:
    assert pace(durations, 45) == expected


def test_consolation_rounds_start_with_the_playoffs_and_continue_after() -> None:
    """Two playoff rounds have 5 and 7 games. Three consolation rounds of 1, 9 and 1 games delay only themselves."""
    day = replace(DAY, breaks=(), closes=time(23))
    best_ofs = [RoundToPlay("playoff", number, games) for number, games in ((1, 5), (2, 7))]
    consolation_rounds = [
        RoundToPlay("consolation", number, games, "", "playoff") for number, games in ((1, 1), (2, 9), (3, 1))
    ]
    rounds = [best_ofs[0], consolation_rounds[0], best_ofs[1], consolation_rounds[1], consolation_rounds[2]]
    times = {time.round: time for time in planned(day, rounds)}
    assert [times[final_round].begins for final_round in best_ofs] == [at(9), at(12, 30)]
    assert [times[final_round].begins for final_round in consolation_rounds] == [at(9), at(12, 30), at(18, 40)]
    assert times[consolation_rounds[0]].ends == at(9, 40)
    (late, *_) = from_here(day, consolation_rounds[1:2], at(9), at(12, 20), 40)
    assert late.begins == at(12, 30), "after the playoffs it continues when the hall is free"
