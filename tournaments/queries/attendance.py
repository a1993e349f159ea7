"""Attendance of managed teams."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Max

from tournaments.models import Access, Role, Team, Tournament
from tournaments.queries.entrants import teams_of

_UNSEEN: Final = "not seen yet"
STATES: Final = (_UNSEEN, "checked in", "signed in", "absent")


@dataclass(frozen=True, slots=True)
class AwaitedTeam:
    """A team with the time when one of its devices was last in use, or None if no device ever signed in."""

    team: Team
    seen_at: datetime | None

    @property
    def people(self) -> str:
        return " and ".join(manager.name for manager in self.team.managers.all())

    @property
    def state(self) -> str:
        if self.team.is_absent:
            return "absent"
        if self.seen_at is not None:
            return "signed in"
        return "checked in" if self.team.is_checked_in else _UNSEEN

    @property
    def is_here(self) -> bool:
        return self.state in ("checked in", "signed in")


def attendance(tournament: Tournament) -> list[AwaitedTeam]:
    """Return the managed teams, with those not checked in first, then by name. Three queries."""
    awaited = attendance_of(teams_of(tournament), last_seen(tournament))
    return sorted(awaited, key=lambda entry: (entry.state != _UNSEEN, entry.team.name.casefold()))


def last_seen(tournament: Tournament) -> dict[int | None, datetime | None]:
    """Map each team to the time when one of its devices was last in use."""
    accesses = Access.objects.filter(tournament=tournament, role=Role.MANAGER, revoked_at=None).order_by()
    return dict(accesses.values_list("team_id").annotate(Max("last_used_at")))


def attendance_of(teams: Iterable[Team], seen_by_team: Mapping[int | None, datetime | None]) -> list[AwaitedTeam]:
    """Return the attendance of the managed teams among `teams`, in the same order."""
    return [AwaitedTeam(team, seen_by_team.get(team.pk)) for team in teams if team.kind == Team.Kind.MANAGED]


def attendance_summary(teams: Sequence[AwaitedTeam]) -> str:
    """Return a sentence with the number of teams present."""
    states = [entry.state for entry in teams]
    present = sum(entry.is_here for entry in teams)
    return f"{present} of {len(teams)} here, {states.count(_UNSEEN)} not here yet, {states.count('absent')} absent."
