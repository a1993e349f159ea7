"""Export series as a calendar file (RFC 5545)."""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from icalendar import Calendar, Event, Timezone, vText

from core.addresses import page_address
from rules_engine.competition.timetable import RoundTimes
from tournaments.models import Series, Team, TimeProposal, Tournament
from tournaments.queries.timetable import planned_times

_REFRESH = timedelta(hours=1)  # suggested refresh interval for programs that subscribe


def calendar_of(tournament: Tournament, series: Iterable[Series], site: str) -> bytes:
    """Return a calendar with an event per series and the rules of its time zone.

    Args:
        series: One or more series from `series_with_days`.
        site: This installation's URL, used in links.
    """
    return _written(tournament, tournament.name, _events(tournament, series, site))


def calendar_of_team(
    team: Team, series: Iterable[Series], void: Iterable[Series], proposals: Iterable[TimeProposal], site: str
) -> bytes:
    """Return the calendar for a team's managers: their series, void series and proposed times."""
    tournament = team.tournament
    events = _events(tournament, series, site)
    events += [_void_event(tournament, each_series, site) for each_series in void]
    for proposal in proposals:
        events += _proposed_events(tournament, proposal, site)
    return _written(tournament, f"{team.name}, {tournament.name}", events, is_subscribed=True)


def _written(tournament: Tournament, name: str, events: Sequence[Event], *, is_subscribed: bool = False) -> bytes:
    calendar = Calendar()
    calendar.add("prodid", "-//Pennant//Schedule//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", vText(name))  # Plain strings in X- properties aren't escaped.
    if is_subscribed:
        calendar.add("refresh-interval", _REFRESH, parameters={"VALUE": "DURATION"})
        calendar.add("x-published-ttl", "PT1H")
    for event in events:
        calendar.add_component(event)
    if events:
        first, last = _years_of(events)
        calendar.add_missing_timezones(first_date=first, last_date=last)
    else:  # A calendar must have at least one component.
        calendar.add_component(Timezone.from_tzinfo(ZoneInfo(tournament.time_zone)))
    return bytes(calendar.to_ical())


def _events(tournament: Tournament, series: Iterable[Series], site: str) -> list[Event]:
    times_by_round = {(times.round.stage, times.round.number): times for times in planned_times(tournament)}
    return [
        _event(tournament, each_series, times_by_round.get((each_series.stage, each_series.round)), site)
        for each_series in series
    ]


def _event(tournament: Tournament, series: Series, times: RoundTimes | None, site: str) -> Event:
    event = Event()
    if series.starts_at is not None:
        _add_times(event, tournament, series, series.starts_at)
    elif times is not None:
        event.add("dtstart", times.begins)
        event.add("dtend", times.ends)
    elif tournament.starts_on is not None:
        event.add("dtstart", tournament.starts_on)
        event.add("dtend", tournament.starts_on + timedelta(days=1))
    table = f", table {series.table}" if series.table else ""
    event.add("uid", f"series-{series.pk}@{tournament.slug}.pennant")
    event.add("dtstamp", timezone.now())
    event.add("sequence", series.version + _agreements(series))
    event.add("summary", f"{series.away} at {series.home}, {series.round_title.lower()}{table}")
    if tournament.place:
        event.add("location", tournament.place)
    event.add("url", f"{site}{series.get_absolute_url()}")
    return event


def _agreements(series: Series) -> int:
    agreed_time = getattr(series, "agreed_time", None)
    return agreed_time.sequence if agreed_time is not None else 0


def _add_times(event: Event, tournament: Tournament, series: Series, starts_at: datetime) -> None:
    """Add the start and planned end in UTC."""
    begins = starts_at.astimezone(UTC)
    minutes = tournament.profile.game.minutes_per_game * series.games_planned
    event.add("dtstart", begins)
    event.add("dtend", begins + timedelta(minutes=minutes))


def _void_event(tournament: Tournament, series: Series, site: str) -> Event:
    """Return a void series' event with a canceled status, so that calendars remove it (T0.08)."""
    event = _event(tournament, series, None, site)
    event.add("status", "CANCELLED")
    return event


def _proposed_events(tournament: Tournament, proposal: TimeProposal, site: str) -> list[Event]:
    series = proposal.series
    events = []
    for number, moment in enumerate(proposal.moments, start=1):
        event = Event()
        _add_times(event, tournament, series, moment)
        event.add("uid", f"proposal-{proposal.pk}-{number}@{tournament.slug}.pennant")
        event.add("dtstamp", timezone.now())
        event.add("status", "TENTATIVE")
        event.add("summary", f"Proposed by {proposal.team}: {series.away} at {series.home}")
        event.add("url", f"{site}{page_address('series_time', tournament.slug, series.pk)}")
        events.append(event)
    return events


def _years_of(events: Sequence[Event]) -> tuple[date, date]:
    """Return the dates a year before the first event and a year after the last."""
    begins = [event.decoded("dtstart") for event in events]
    days = [moment.date() if isinstance(moment, datetime) else moment for moment in begins]
    return min(days) - timedelta(days=366), max(days) + timedelta(days=366)
