"""Test deadlines within the daily hours of a draft clock."""

from datetime import datetime, time
from zoneinfo import ZoneInfo

from drafts.clock_hours import ClockHours

CHICAGO = ZoneInfo("America/Chicago")
OFFICE = ClockHours(CHICAGO, time(9), time(21))
EVENING = ClockHours(CHICAGO, time(18), time(2))


def at(day, hour, minute=0, *, month=11):
    return datetime(2026, month, day, hour, minute, tzinfo=CHICAGO)


def test_clock_without_hours_never_stops():
    assert ClockHours(CHICAGO).after(at(20, 23, 59), 120) == at(21, 0, 1)


def test_evening_turn_continues_in_the_morning():
    assert OFFICE.after(at(20, 20, 30), 3600) == at(21, 9, 30)


def test_turn_starting_at_night_gets_its_full_time_in_the_morning():
    assert OFFICE.after(at(20, 23), 3600) == at(21, 10)


def test_long_turn_spans_several_days():
    assert OFFICE.after(at(20, 9), 30 * 3600) == at(22, 15)


def test_deadline_can_fall_exactly_at_closing_time():
    assert OFFICE.after(at(20, 20), 3600) == at(20, 21)


def test_hours_can_span_midnight():
    assert EVENING.after(at(20, 23), 2 * 3600) == at(21, 1)
    assert EVENING.after(at(21, 1), 2 * 3600) == at(21, 19)
    assert EVENING.is_open(at(21, 1, 59))
    assert not EVENING.is_open(at(21, 2))


def test_end_of_daylight_saving_time_adds_an_hour():
    # November 1, 2026: 02:00 becomes 01:00 again in Chicago
    all_night = ClockHours(CHICAGO, time(0), time(6))
    assert all_night.between(at(1, 0), at(1, 6)) == 7 * 3600
    assert all_night.after(at(1, 0), 7 * 3600) == at(1, 6)


def test_start_of_daylight_saving_time_skips_a_missing_window():
    # March 8, 2026: 02:00 to 03:00 doesn't exist
    hour = ClockHours(CHICAGO, time(2), time(3))
    assert hour.after(at(8, 0, month=3), 1800) > at(8, 3, month=3)


def test_elapsed_time_counts_only_open_hours():
    assert OFFICE.between(at(20, 20), at(21, 10)) == 2 * 3600
    assert OFFICE.between(at(20, 22), at(21, 8)) == 0
    assert OFFICE.between(at(21, 8), at(20, 22)) == 0
    for seconds in (1, 3599, 12 * 3600, 40 * 3600 + 7):
        assert OFFICE.between(at(20, 20, 15), OFFICE.after(at(20, 20, 15), seconds)) == seconds
