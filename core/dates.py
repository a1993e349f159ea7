"""Moments in the room's time, as tables write them: a date filter for each of hundreds of rows would be slow."""

from datetime import datetime

from django.utils.timezone import localtime

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def format_day_and_time(at: datetime) -> str:
    """Such as 3 Jul 14:05, in the time zone of the tournament that is shown."""
    here = localtime(at)
    return f"{here.day} {_MONTHS[here.month - 1]} {here:%H:%M}"
