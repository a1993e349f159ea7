"""Who is here: every team with a manager, whether he has signed in, and whether the desk calls it absent."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from tournaments.models import Access, Role, Team, Tournament
from tournaments.queries.entrants import teams_of


@dataclass(frozen=True, slots=True)
class AwaitedTeam:
    """`seen_at`: when a device of the team was last in use, None if none ever signed in."""

    team: Team
    seen_at: datetime | None

    @property
    def people(self) -> str:
        return " and ".join(manager.name for manager in self.team.managers.all())

    @property
    def state(self) -> str:
        if self.team.is_absent:
            return "absent"
        return "signed in" if self.seen_at is not None else "not seen yet"

    @property
    def tone(self) -> str:
        return {"absent": "warn", "signed in": "good"}.get(self.state, "")


def attendance(tournament: Tournament) -> list[AwaitedTeam]:
    """Those not seen yet first, then by name. Three queries."""
    links = Access.objects.filter(tournament=tournament, role=Role.MANAGER, revoked_at=None).order_by()
    seen = dict(links.values_list("team_id").annotate(Max("last_used_at")))
    managed = teams_of(tournament).filter(kind=Team.Kind.MANAGED)
    found = [AwaitedTeam(team, seen.get(team.pk)) for team in managed]
    return sorted(found, key=lambda one: (one.state != "not seen yet", one.team.name.casefold()))


def counted(expected: Sequence[AwaitedTeam]) -> str:
    """How many are here, in a sentence."""
    states = [one.state for one in expected]
    missing, absent = states.count("not seen yet"), states.count("absent")
    return f"{states.count('signed in')} of {len(states)} signed in, {missing} not seen yet, {absent} absent."
