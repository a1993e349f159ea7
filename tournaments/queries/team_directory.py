"""Rows for the teams page: managers, attendance and sign-in links."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Role, Team
from tournaments.queries.attendance import AwaitedTeam
from tournaments.queries.invitations import Invitation


@dataclass(frozen=True, slots=True)
class DirectoryRow:
    """A team with its attendance and link. Both are None for imputed teams, and assistants never see the link."""

    team: Team
    awaited: AwaitedTeam | None
    invitation: Invitation | None

    @property
    def awaits_manager(self) -> bool:
        return self.team.kind == Team.Kind.MANAGED and not self.team.managers.all()

    @property
    def is_on_autopick(self) -> bool:
        """Return whether the program picks for a team whose manager is present and plays."""
        team = self.team
        return team.picks_by_program and not (team.kind == Team.Kind.IMPUTED or team.is_absent or team.disqualified)

    @property
    def may_drop_out(self) -> bool:
        return self.team.dropped_after_round is None


def directory_rows(
    teams: Iterable[Team], awaited: Iterable[AwaitedTeam], invitations: Iterable[Invitation]
) -> list[DirectoryRow]:
    """Return one row per team, in the order of `teams`."""
    awaited_by_team = {entry.team.pk: entry for entry in awaited}
    links = {link.access.team_id: link for link in invitations if link.access.role == Role.MANAGER}
    return [DirectoryRow(team, awaited_by_team.get(team.pk), links.get(team.pk)) for team in teams]
