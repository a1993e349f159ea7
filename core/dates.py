"""Check dates, and format them as people in the hall read them: "Sat, Nov 28" and "3:56 PM"."""

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
    """Check that a date isn't near an end of the calendar, where another day or another time zone can't be shown."""
    return FIRST_YEAR <= day.year <= LAST_YEAR


def check_year(day: date) -> None:
    """Check a date or time in a form or field. Raises ValidationError."""
    if not is_usable_year(day):
        raise ValidationError(f"Enter a year from {FIRST_YEAR} to {LAST_YEAR}.", code="year")
