"""A correction after the seeding: whoever makes it is told what it would have changed before anything is saved."""

from collections.abc import Sequence

from tournaments.models import Series, Tournament
from tournaments.queries.seeding import Seeding, is_seeded, seeding_by_standings, seeding_changes
from tournaments.services.log import Refused


class SeedingWouldChange(Refused):
    """By the corrected results others would qualify, or in another order; `changes` says which, in sentences."""

    def __init__(self, sentence: str, changes: Sequence[str], *, field: str = "confirm_seeding") -> None:
        super().__init__(f"{sentence} {' '.join(changes)}", field=field)
        self.changes = list(changes)


def seeding_at_stake(tournament: Tournament, series: Series) -> Seeding | None:
    """The seeding by the standings as they are; None where this series has no part in one that is in force."""
    if series.stage == Series.Stage.PLAYOFF or not is_seeded(tournament):
        return None
    return seeding_by_standings(tournament)


def agree_on_seeding(
    tournament: Tournament, before: Seeding | None, *, confirmed: bool, reason: str, acting_team: int | None
) -> list[str]:
    """Called when the correction is in place, inside its transaction: what it changes, once the director has agreed.

    Raises SeedingWouldChange where he has not, or has given no reason. The best-ofs themselves stay as they are.
    """
    changes = seeding_changes(before, seeding_by_standings(tournament)) if before is not None else []
    if not changes:
        return []
    if acting_team is not None:
        raise SeedingWouldChange("The best-ofs have been seeded; ask the director for this correction.", changes)
    if not confirmed:
        raise SeedingWouldChange("The best-ofs have been seeded by what this corrects.", changes)
    if not reason:
        raise SeedingWouldChange("Write the reason for this correction.", changes, field="reason")
    return changes
