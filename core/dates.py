"""Format dates for long tables, where Django's date filter is too slow."""

from datetime import datetime

from django.utils.timezone import localtime

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def format_day_and_time(time: datetime) -> str:
    """Return a time such as "3 Jul 14:05" in the active time zone."""
    local_time = localtime(time)
    return f"{local_time.day} {_MONTHS[local_time.month - 1]} {local_time:%H:%M}"
