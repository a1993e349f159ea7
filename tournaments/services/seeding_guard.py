"""A change after the seeding: whoever makes it is told what it would have changed before anything is saved."""

from collections.abc import Sequence

from core.errors import Refused
from tournaments.models import Tournament
from tournaments.queries.seeding import Seeding, is_seeded, seeding_by_standings, seeding_changes


class SeedingWouldChange(Refused):
    """By the results as changed others would qualify, or in another order; `changes` says which, in sentences."""

    def __init__(self, sentence: str, changes: Sequence[str], *, field: str = "confirm_seeding") -> None:
        super().__init__(f"{sentence} {' '.join(changes)}", field=field)
        self.changes = list(changes)


def seeding_in_force(tournament: Tournament) -> Seeding | None:
    """The seeding by the standings as they are; None while the best-ofs are not seeded."""
    return seeding_by_standings(tournament) if is_seeded(tournament) else None


def changes_of_seeding(tournament: Tournament, before: Seeding | None) -> list[str]:
    """What is different by now for a seeding in force, a sentence each. The best-ofs themselves stay as they are."""
    return seeding_changes(before, seeding_by_standings(tournament)) if before is not None else []


def agree_on_seeding(
    tournament: Tournament, before: Seeding | None, *, confirmed: bool, reason: str, acting_team: int | None
) -> list[str]:
    """Called when the change is in place, inside its transaction: what it changes, once the director has agreed.

    Raises SeedingWouldChange where he has not, or has given no reason.
    """
    changes = changes_of_seeding(tournament, before)
    if not changes:
        return []
    if acting_team is not None:
        raise SeedingWouldChange("The best-ofs have been seeded; ask the director for this correction.", changes)
    if not confirmed:
        raise SeedingWouldChange("The best-ofs have been seeded by what this changes.", changes)
    if not reason:
        raise SeedingWouldChange("Write the reason for this change.", changes, field="reason")
    return changes
