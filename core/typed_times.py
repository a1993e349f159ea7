"""Parse days and times as people type them, and format times in a person's own time zone."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from core.dates import format_clock, is_usable_year

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_TIME: Final = re.compile(r"(\d{1,2})(?:[:.]?(\d{2}))?\s*(?:([ap])\.?\s*(?:m\.?)?)?")
_ISO_DAY: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_SLASHED_DAY: Final = re.compile(r"(\d{1,2})/(\d{1,2})(?:/(\d{2}|\d{4}))?")
_MONTH_FIRST: Final = re.compile(r"([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})\s+([a-z]{3,9})\.?(?:,?\s+(\d{4}))?")
_WEEKDAY: Final = re.compile(r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+(?=\S)")
_NAMED_TIMES: Final = {"noon": time(12), "midnight": time(0)}
_HALF_DAY: Final = 12
_DAYS_BACK: Final = 60  # a day without a year that is further in the past is next year's


def read_time(text: str) -> time:
    """Parse a time of day, such as "6:00 PM", "6p", "18:00" or "noon".

    Hours up to 12 need AM or PM unless they have two digits, as on a 24-hour clock.

    Raises:
        ValueError: The text isn't a time of day, or it is ambiguous between AM and PM.
    """
    typed = " ".join(text.lower().split())
    if typed in _NAMED_TIMES:
        return _NAMED_TIMES[typed]
    match = _TIME.fullmatch(typed)
    if match is None:
        raise ValueError(f"{text!r} is not a time of day")
    hour, minute, half = int(match[1]), int(match[2] or 0), match[3]
    if half:
        if not 1 <= hour <= _HALF_DAY:
            raise ValueError(f"{text!r} is not a time of day")
        hour = hour % _HALF_DAY + (_HALF_DAY if half == "p" else 0)
    elif match[2] is None or (hour <= _HALF_DAY and len(match[1]) == 1):
        raise ValueError(f"{text!r} could be AM or PM")
    return time(hour, minute)


def read_day(text: str, today: date) -> date:
    """Parse a day: "2026-12-05", "12/5", "12/5/2026", "Sat, Dec 5" or "5 Dec". The year defaults to the next such day.

    Raises:
        ValueError: The text isn't a valid day.
    """
    typed = " ".join(text.lower().split())
    if match := _ISO_DAY.fullmatch(typed):
        return date(int(match[1]), int(match[2]), int(match[3]))
    typed = _WEEKDAY.sub("", typed, count=1)
    if match := _SLASHED_DAY.fullmatch(typed):
        return _day(match[3], int(match[1]), int(match[2]), today)
    if match := _MONTH_FIRST.fullmatch(typed):
        return _day(match[3], _month(match[1]), int(match[2]), today)
    if match := _DAY_FIRST.fullmatch(typed):
        return _day(match[3], _month(match[2]), int(match[1]), today)
    raise ValueError(f"{text!r} is not a day")


def _month(name: str) -> int:
    number = _MONTHS.index(name[:3]) + 1  # raises ValueError
    full_name = date(2000, number, 1).strftime("%B").lower()
    if not full_name.startswith(name) and name != "sept":
        raise ValueError(f"{name!r} is not a month")
    return number


def _day(year: str | None, month: int, day: int, today: date) -> date:
    if year is not None:
        return date(int(year) + (2000 if len(year) == 2 else 0), month, day)
    this_year = date(today.year, month, day)
    if this_year < today - timedelta(days=_DAYS_BACK):
        return date(today.year + 1, month, day)
    return this_year


def time_in_zone(day: date, at: time, zone: ZoneInfo) -> datetime:
    """Convert a local time in this zone to UTC.

    Raises:
        ValueError: Clocks skip this time when daylight saving time starts, or the year is out of range.
    """
    if not is_usable_year(day):
        raise ValueError(f"{day} is too far away")
    local = datetime.combine(day, at, zone)
    moment = local.astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise ValueError(f"{at} doesn't exist on {day}")
    return moment


def format_meeting(moment: datetime, zone: ZoneInfo) -> str:
    """Return a time such as "Sat, Dec 5, 6:00 PM EST"."""
    local = moment.astimezone(zone)
    return f"{format_day(local.date())}, {format_clock(local.time())} {local.tzname()}"


def format_day(day: date) -> str:
    """Return a day such as "Sat, Dec 5"."""
    return f"{day:%a, %b} {day.day}"
