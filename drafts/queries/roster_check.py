"""The roster check of a team as data: its needs, and the free cards that fill them."""

from dataclasses import dataclass

from drafts.queries.guarding import prospect, roster_outlook, undrafted_kinds
from drafts.queries.pool import PoolCard
from drafts.queries.room import taken_cards
from drafts.queries.rosters import Roster, load_roster
from rules_engine.draft.roster_check import Outlook
from tournaments.models import Team


@dataclass(frozen=True, slots=True)
class RosterCheck:
    """A team's roster and its outlook with the remaining picks. If no picks are left, `outlook` is None."""

    roster: Roster
    outlook: Outlook | None
    drafted: frozenset[int]

    @property
    def is_legal(self) -> bool:
        return all(self.roster.rulings)

    @property
    def missing_by_position(self) -> dict[str, int]:
        return self.outlook.missing_by_position if self.outlook is not None else {}

    @property
    def filling_cards(self) -> list[PoolCard]:
        """Return the available eligible cards that fill a need, or an empty list if nothing is needed."""
        if self.outlook is None or not self.outlook.needed:
            return []
        free = (card for card in self.roster.room.pool if card.eligible and card.id not in self.drafted)
        return [card for card in free if self.outlook.fills_need(prospect(card))]


def check_roster(team: Team) -> RosterCheck | None:
    """Check a team's roster. Return None if its division has no draft."""
    roster = load_roster(team)
    if roster is None:
        return None
    drafted = frozenset(taken_cards(roster.room.draft.pk))
    outlook = None
    if roster.team_draft.turns_left:
        outlook = roster_outlook(roster.room, roster.team_draft, undrafted_kinds(roster.room, drafted))
    return RosterCheck(roster, outlook, drafted)
