"""Require the director's confirmation for a change that would alter an existing seeding."""

from collections.abc import Sequence

from core.errors import Refused
from rules_engine.rulings import Finding
from tournaments.models import Tournament
from tournaments.queries.seeding import (
    Seeding,
    is_seeded,
    seeding_by_standings,
    seeding_changes,
)
from tournaments.refusals import SeedingChangeRefusal


class SeedingWouldChange(Refused):
    """Raised if a change would alter the seeding. `changes` describes the differences in sentences."""

    def __init__(self, reason: Finding, changes: Sequence[str], *, field: str = "confirm_seeding") -> None:
        super().__init__(reason, field=field, changes=" ".join(changes))
        self.changes = list(changes)


def seeding_in_force(tournament: Tournament) -> Seeding | None:
    """Return the seeding based on the current standings, or None until the playoffs are seeded."""
    return seeding_by_standings(tournament) if is_seeded(tournament) else None


def changes_of_seeding(tournament: Tournament, before: Seeding | None) -> list[str]:
    """Return sentences about how the seeding would now differ. The playoffs themselves don't change."""
    return seeding_changes(before, seeding_by_standings(tournament)) if before is not None else []


def agree_on_seeding(
    tournament: Tournament,
    before: Seeding | None,
    *,
    confirmed: bool,
    reason: str,
    acting_team: int | None,
) -> list[str]:
    """Return a change's effects on the seeding, if the director has confirmed it.

    Call this after the change, in its transaction. Raise SeedingWouldChange without a confirmation and a reason.
    """
    changes = changes_of_seeding(tournament, before)
    if not changes:
        return []
    if acting_team is not None:
        raise SeedingWouldChange(SeedingChangeRefusal.ASK_THE_DIRECTOR, changes)
    if not confirmed:
        raise SeedingWouldChange(SeedingChangeRefusal.NOT_CONFIRMED, changes)
    if not reason:
        raise SeedingWouldChange(SeedingChangeRefusal.NO_REASON, changes, field="reason")
    return changes
