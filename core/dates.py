"""Check dates, and format them for long tables, where Django's date filter is too slow."""

from datetime import date, datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.timezone import localtime

FIRST_YEAR: Final = 1900
LAST_YEAR: Final = 2199
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def format_day_and_time(time: datetime) -> str:
    """Return a time such as "3 Jul 14:05" in the active time zone."""
    local_time = localtime(time)
    return f"{local_time.day} {_MONTHS[local_time.month - 1]} {local_time:%H:%M}"


def is_usable_year(day: date) -> bool:
    """Check that a date isn't near an end of the calendar, where another day or another time zone can't be shown."""
    return FIRST_YEAR <= day.year <= LAST_YEAR


def check_year(day: date) -> None:
    """Check a date or time in a form or field. Raises ValidationError."""
    if not is_usable_year(day):
        raise ValidationError(f"Enter a year from {FIRST_YEAR} to {LAST_YEAR}.", code="year")
