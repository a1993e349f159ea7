"""Teams' time zones: the manager's choice, else the time zone from sign-up, else the tournament's."""

from collections import defaultdict
from collections.abc import Mapping
from zoneinfo import ZoneInfo

from tournaments.models import SignUp, Team, TeamCalendar, Tournament


def zone_of(team: Team) -> ZoneInfo:
    return zones_by_team(team.tournament)[team.pk]


def zones_by_team(tournament: Tournament) -> Mapping[int, ZoneInfo]:
    """Map every team in a tournament to its time zone. Two queries."""
    default = ZoneInfo(tournament.time_zone)
    zones: dict[int, ZoneInfo] = defaultdict(lambda: default)
    signed_up = SignUp.objects.filter(team__tournament=tournament).exclude(time_zone="")
    chosen = TeamCalendar.objects.filter(team__tournament=tournament).exclude(time_zone="")
    for rows in (signed_up, chosen):
        for team_id, name in rows.values_list("team_id", "time_zone"):
            zones[team_id] = ZoneInfo(name)
    return zones
