"""Set the managers' time zone, and replace the secret URL of their calendar."""

from django.core.exceptions import ValidationError

from core.errors import Refused
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Team, TeamCalendar
from tournaments.models.series_times import new_calendar_key
from tournaments.models.tournament import check_timezone
from tournaments.refusals_of_times import TimeZoneRefusal


def calendar_of_team(*, team: Team) -> TeamCalendar:
    """Return the team's stored calendar, or a new unsaved calendar."""
    return TeamCalendar.objects.filter(team=team).first() or TeamCalendar(team=team)


def set_time_zone(*, team: Team, time_zone: str, actor: Actor) -> None:
    """Set the time zone in which the team's managers see and enter times.

    "" means the sign-up's or the tournament's time zone.
    """
    name = time_zone.strip()
    if name:
        try:
            check_timezone(name)
        except ValidationError:
            raise Refused(TimeZoneRefusal.UNKNOWN, field="time_zone", text=name) from None
    with writing(team.tournament_id) as tournament:
        calendar = calendar_of_team(team=team)
        if calendar.time_zone == name:
            return
        calendar.time_zone = name
        calendar.save()
        # A time zone reveals where people live, so the log doesn't show it.
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SET_TIME_ZONE,
            subject=f"team:{team.pk}",
            sentence=f"{team} set its time zone.",
        )


def make_calendar_address(*, team: Team, actor: Actor) -> TeamCalendar:
    """Create a secret URL for a team's calendar. Any earlier URL stops working."""
    with writing(team.tournament_id) as tournament:
        calendar = calendar_of_team(team=team)
        calendar.key = new_calendar_key()
        calendar.save()
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.MAKE_CALENDAR_ADDRESS,
            subject=f"team:{team.pk}",
            sentence=f"{team} made a calendar address.",
        )
        return calendar
