"""Template filters for tournaments, series and viewers."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.dateformat import format as date_format

from core.typed_times import format_meeting
from tournaments.access.viewers import Viewer
from tournaments.models import Series, Team, Tournament

register = template.Library()


@register.filter
def has_team(series: Series, team_id: int | None) -> bool:
    return series.has_team(team_id)


@register.filter
def may_play(viewer: Viewer, series: Series) -> bool:
    return viewer.may_play(series)


@register.filter
def may_draft_for(viewer: Viewer, team: Team) -> bool:
    return viewer.may_draft_for(team.pk)


@register.filter
def time_zone_label(tournament: Tournament) -> str:
    """Return the tournament's time zone with its current abbreviation."""
    name = timezone.now().astimezone(ZoneInfo(tournament.time_zone)).strftime("%Z")
    return tournament.time_zone if name == tournament.time_zone else f"{tournament.time_zone} ({name})"


@register.filter
def meeting_time(moment: datetime, tournament: Tournament) -> str:
    """Return a time such as "Sat, Dec 5, 6:00 PM EST" in the tournament's time zone."""
    return format_meeting(moment, ZoneInfo(tournament.time_zone))


@register.filter
def share_description(tournament: Tournament) -> str:
    """Return the description for a shared link's preview."""
    place = f" from {tournament.place}" if tournament.place else ""
    day = f", {date_format(tournament.starts_on, 'F j, Y')}" if tournament.starts_on else ""
    return f"Schedule, results and standings{place}{day}."
