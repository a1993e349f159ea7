"""Set the time zone of a team's managers, and replace the secret address of their calendar."""

from django.core.exceptions import ValidationError

from core.errors import Refused
from tournaments.action_log.verbs import Verb
from tournaments.action_log.writing import Actor, record_action, writing
from tournaments.models import Team, TeamCalendar
from tournaments.models.series_times import new_calendar_key
from tournaments.models.tournament import check_timezone
from tournaments.refusals_of_times import TimeZoneRefusal


def calendar_of_team(*, team: Team) -> TeamCalendar:
    """Return the calendar of a team as stored, or one that is not stored yet."""
    return TeamCalendar.objects.filter(team=team).first() or TeamCalendar(team=team)


def set_time_zone(*, team: Team, time_zone: str, actor: Actor) -> None:
    """Set the zone in which the team's managers read and enter times; "" for that of the sign-up or the tournament."""
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
        # the zone tells where people live, so the log doesn't name it
        record_action(
            tournament=tournament,
            actor=actor,
            verb=Verb.SET_TIME_ZONE,
            subject=f"team:{team.pk}",
            sentence=f"{team} set its time zone.",
        )


def make_calendar_address(*, team: Team, actor: Actor) -> TeamCalendar:
    """Make the secret address of a team's calendar. An earlier address stops working."""
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
