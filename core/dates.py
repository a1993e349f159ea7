"""Check dates, and format them for people: "Sat, Nov 28" and "3:56 PM"."""

from datetime import date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils.timezone import localtime

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2199
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def format_day_and_time(moment: datetime, zone: ZoneInfo | None = None) -> str:
    """Return a time such as "Jul 3, 2:05 PM", in the active time zone by default.

    Django's date filter is too slow for long tables.
    """
    local_time = localtime(moment, zone)
    return f"{_MONTHS[local_time.month - 1]} {local_time.day}, {format_clock(local_time.time())}"


def format_clock(clock: time, *, with_seconds: bool = False) -> str:
    """Return a time of day such as "2:05 PM", or "2:05:09 PM"."""
    hour = clock.hour % 12 or 12
    seconds = f":{clock:%S}" if with_seconds else ""
    return f"{hour}:{clock:%M}{seconds} {'AM' if clock.hour < 12 else 'PM'}"


def is_usable_year(day: date) -> bool:
    """Return whether a date is far enough from the calendar's limits to add days or convert time zones."""
    return FIRST_YEAR <= day.year <= LAST_YEAR


def check_year(day: date) -> None:
    """Check the year in a form or field. Raise ValidationError if it is out of range."""
    if not is_usable_year(day):
        raise ValidationError(f"Enter a year from {FIRST_YEAR} to {LAST_YEAR}.", code="year")
