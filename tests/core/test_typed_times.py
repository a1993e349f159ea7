"""Test days and times as people type them."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from core.typed_times import format_meeting, read_day, read_time, time_in_zone

TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6:00 PM", time(18)),
        ("6p", time(18)),
        ("6 pm", time(18)),
        ("6:30 p.m.", time(18, 30)),
        ("630p", time(18, 30)),
        ("12 AM", time(0)),
        ("12:15p", time(12, 15)),
        ("18:00", time(18)),
        ("1800", time(18)),
        ("06:00", time(6)),
        ("noon", time(12)),
    ],
)
def test_reads_times_of_day(text, expected):
    assert read_time(text) == expected


@pytest.mark.parametrize("text", ["", "6", "6:00", "25:00", "6:75 PM", "13 PM", "0 PM", "soon"])
def test_rejects_invalid_and_ambiguous_times(text):
    with pytest.raises(ValueError, match=r".+"):
        read_time(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-12-05", date(2026, 12, 5)),
        ("12/5", date(2026, 12, 5)),
        ("12/5/26", date(2026, 12, 5)),
        ("Sat, Dec 5", date(2026, 12, 5)),
        ("December 5th, 2026", date(2026, 12, 5)),
        ("5 Dec", date(2026, 12, 5)),
        ("1/3", date(2027, 1, 3)),
    ],
)
def test_reads_dates(text, expected):
    assert read_day(text, TODAY) == expected


@pytest.mark.parametrize("text", ["", "13/5", "2/30", "Smarch 5", "tomorrow", "2026-13-01"])
def test_rejects_invalid_dates(text):
    with pytest.raises(ValueError, match=r".+"):
        read_day(text, TODAY)


def test_time_is_read_in_its_zone_and_a_skipped_time_is_rejected():
    chicago = ZoneInfo("America/Chicago")
    moment = time_in_zone(date(2026, 12, 5), time(18), chicago)
    assert moment == datetime(2026, 12, 6, 0, tzinfo=UTC)
    assert format_meeting(moment, ZoneInfo("America/New_York")) == "Sat, Dec 5, 7:00 PM EST"
    with pytest.raises(ValueError, match="doesn't exist"):
        time_in_zone(date(2027, 3, 14), time(2, 30), chicago)
