"""Export series as a calendar file (RFC 5545)."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta

from django.utils import timezone
from icalendar import Calendar, Event

from rules_engine.competition.timetable import RoundTimes
from tournaments.models import Series, Tournament
from tournaments.queries.timetable import planned_times


def calendar_of(tournament: Tournament, series: Iterable[Series], site: str) -> bytes:
    """Return a calendar with an event for each series and the rules of its time zone.

    Args:
        series: At least one series of `series_with_days`.
        site: The address of this installation, for the links.
    """
    times_by_round = {
        (each_series.round.stage, each_series.round.number): each_series for each_series in planned_times(tournament)
    }
    calendar = Calendar()
    calendar.add("prodid", "-//Pennant//Schedule//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", tournament.name)
    events = [
        _event(
            tournament,
            each_series,
            times_by_round.get((each_series.stage, each_series.round)),
            site,
        )
        for each_series in series
    ]
    for event in events:
        calendar.add_component(event)
    first, last = _years_of(events)
    calendar.add_missing_timezones(first_date=first, last_date=last)
    return bytes(calendar.to_ical())


def _event(tournament: Tournament, series: Series, times: RoundTimes | None, site: str) -> Event:
    event = Event()
    if times is not None:
        event.add("dtstart", times.begins)
        event.add("dtend", times.ends)
    elif tournament.starts_on is not None:
        event.add("dtstart", tournament.starts_on)
        event.add("dtend", tournament.starts_on + timedelta(days=1))
    table = f", table {series.table}" if series.table else ""
    event.add("uid", f"series-{series.pk}@{tournament.slug}.pennant")
    event.add("dtstamp", timezone.now())
    event.add("sequence", series.version)
    event.add("summary", f"{series.away} at {series.home}, {series.round_title.lower()}{table}")
    if tournament.place:
        event.add("location", tournament.place)
    event.add("url", f"{site}{series.get_absolute_url()}")
    return event


def _years_of(events: Sequence[Event]) -> tuple[date, date]:
    """Return the days a year before the first event and a year after the last."""
    begins = [event.decoded("dtstart") for event in events]
    days = [moment.date() if isinstance(moment, datetime) else moment for moment in begins]
    return min(days) - timedelta(days=366), max(days) + timedelta(days=366)
