"""Ask the director before a change that would alter a seeding already made."""

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
    """The change would alter the seeding; `changes` says how, in sentences."""

    def __init__(self, reason: Finding, changes: Sequence[str], *, field: str = "confirm_seeding") -> None:
        super().__init__(reason, field=field, changes=" ".join(changes))
        self.changes = list(changes)


def seeding_in_force(tournament: Tournament) -> Seeding | None:
    """Return the seeding by the present standings; None until the playoffs are seeded."""
    return seeding_by_standings(tournament) if is_seeded(tournament) else None


def changes_of_seeding(tournament: Tournament, before: Seeding | None) -> list[str]:
    """Return how the seeding would now differ, in sentences. The playoffs themselves stay as they are."""
    return seeding_changes(before, seeding_by_standings(tournament)) if before is not None else []


def agree_on_seeding(
    tournament: Tournament,
    before: Seeding | None,
    *,
    confirmed: bool,
    reason: str,
    acting_team: int | None,
) -> list[str]:
    """Return what a change does to the seeding, if the director has confirmed it.

    Called after the change, in its transaction. Raises SeedingWouldChange without a confirmation
    and a reason.
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
