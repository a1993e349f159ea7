"""Parse typed times and deadlines."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone

from core.errors import Refused
from core.typed_times import read_day, read_time, time_in_zone
from rules_engine.competition.timetable import RoundToPlay
from tournaments.refusals_of_times import DeadlineRefusal, SeriesTimeRefusal
from tournaments.services.series_times import MOST_TIMES

NUMBERS: Final = range(1, MOST_TIMES + 1)


def typed_times(posted: Mapping[str, str], zone: ZoneInfo) -> list[datetime]:
    """Parse a proposal's days and times from the fields day_1, time_1 and so on. Skip empty rows.

    Raise Refused for an invalid field.
    """
    today = timezone.now().astimezone(zone).date()
    times = []
    for number in NUMBERS:
        day_text = posted.get(f"day_{number}", "").strip()
        time_text = posted.get(f"time_{number}", "").strip()
        if day_text or time_text:
            times.append(_read_meeting(day_text, time_text, number, today, zone))
    return times


def _read_meeting(day_text: str, time_text: str, number: int, today: date, zone: ZoneInfo) -> datetime:
    day_field, time_field = f"day_{number}", f"time_{number}"
    if not day_text:
        raise Refused(SeriesTimeRefusal.NO_DAY, field=day_field)
    if not time_text:
        raise Refused(SeriesTimeRefusal.NO_TIME, field=time_field)
    try:
        day = read_day(day_text, today)
    except ValueError:
        raise Refused(SeriesTimeRefusal.NOT_A_DAY, field=day_field, text=day_text[:40]) from None
    try:
        at = read_time(time_text)
    except ValueError:
        raise Refused(SeriesTimeRefusal.NOT_A_TIME, field=time_field, text=time_text[:40]) from None
    try:
        return time_in_zone(day, at, zone)
    except ValueError:
        raise Refused(SeriesTimeRefusal.SKIPPED_TIME, field=time_field, time=time_text[:40], day=day) from None


def typed_moment(text: str) -> datetime | None:
    """Parse an ISO 8601 time that a page sent. Return None if it is invalid."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


def typed_deadlines(
    posted: Mapping[str, str], rounds: list[RoundToPlay], zone: ZoneInfo
) -> dict[tuple[str, int], date]:
    """Parse the last day of each round from fields such as round_robin_3. Skip empty fields."""
    today = timezone.now().astimezone(zone).date()
    last_days = {}
    for coming in rounds:
        field = f"{coming.stage}_{coming.number}"
        text = posted.get(field, "").strip()
        if not text:
            continue
        try:
            last_days[coming.stage, coming.number] = read_day(text, today)
        except ValueError:
            raise Refused(DeadlineRefusal.NOT_A_DAY, field=field, text=text[:40]) from None
    return last_days
