"""Series as a calendar file (RFC 5545), for the telephone of whoever plays them."""

from collections.abc import Iterable
from datetime import timedelta

from django.utils import timezone
from icalendar import Calendar, Event

from rules_engine.competition.timetable import RoundTimes
from tournaments.models import Series, Tournament
from tournaments.queries.timetable import planned_times


def calendar_of(tournament: Tournament, series: Iterable[Series], site: str) -> bytes:
    """An event for each series at its round's planned time; without a timetable, on the day that the weekend begins.

    A series that has neither has no place in a calendar. `site`: the address of this installation, for the links.
    """
    times = {(each.round.stage, each.round.number): each for each in planned_times(tournament)}
    calendar = Calendar()
    calendar.add("prodid", "-//Pennant//Schedule//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", tournament.name)
    for each in series:
        event = _event(tournament, each, times.get((each.stage, each.round)), site)
        if event is not None:
            calendar.add_component(event)
    return bytes(calendar.to_ical())


def _event(tournament: Tournament, series: Series, times: RoundTimes | None, site: str) -> Event | None:
    event = Event()
    if times is not None:
        event.add("dtstart", times.begins)
        event.add("dtend", times.ends)
    elif tournament.starts_on is not None:
        event.add("dtstart", tournament.starts_on)
        event.add("dtend", tournament.starts_on + timedelta(days=1))
    else:
        return None
    table = f", table {series.table}" if series.table else ""
    event.add("uid", f"series-{series.pk}@{tournament.slug}.pennant")
    event.add("dtstamp", timezone.now())
    event.add("sequence", series.version)
    event.add("summary", f"{series.away} at {series.home}, {series.round_title.lower()}{table}")
    event.add("location", tournament.place)
    event.add("url", f"{site}{series.get_absolute_url()}")
    return event
