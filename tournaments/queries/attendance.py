"""Attendance of the teams that have a manager."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Max

from tournaments.models import Access, Role, Team, Tournament
from tournaments.queries.entrants import teams_of

STATES: Final = ("not seen yet", "signed in", "absent")


@dataclass(frozen=True, slots=True)
class AwaitedTeam:
    """A team, and when one of its devices was last in use; None if none ever signed in."""

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
    """Return the managed teams, those not checked in first, then by name. Three queries."""
    accesses = Access.objects.filter(tournament=tournament, role=Role.MANAGER, revoked_at=None).order_by()
    last_seen = dict(accesses.values_list("team_id").annotate(Max("last_used_at")))
    teams = teams_of(tournament).filter(kind=Team.Kind.MANAGED)
    awaited = [AwaitedTeam(team, last_seen.get(team.pk)) for team in teams]
    return sorted(awaited, key=lambda entry: (entry.state != "not seen yet", entry.team.name.casefold()))


def attendance_summary(teams: Sequence[AwaitedTeam]) -> str:
    """Return how many teams are here, in a sentence."""
    states = [entry.state for entry in teams]
    unseen, absent = states.count("not seen yet"), states.count("absent")
    return f"{states.count('signed in')} of {len(states)} signed in, {unseen} not checked in, {absent} absent."
