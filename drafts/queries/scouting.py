"""A manager's private ranking, favorites and notes."""

from dataclasses import dataclass
from typing import Final

from drafts.models import ScoutedPlayer

LAST: Final = 100_000  # sorts unranked players after all others


@dataclass(frozen=True, slots=True)
class Scouting:
    """A manager's assessment of a player."""

    rank: int | None = None
    tier: int | None = None
    is_favorite: bool = False
    note: str = ""

    @property
    def order(self) -> tuple[int, bool]:
        return self.rank if self.rank is not None else LAST, not self.is_favorite


def scouting_by_card(team_id: int) -> dict[int, Scouting]:
    """Return a team's list by card ID. Runs a single query."""
    rows = ScoutedPlayer.objects.filter(team_id=team_id).values_list("card_id", "rank", "tier", "is_favorite", "note")
    return {card_id: Scouting(rank, tier, is_favorite, note) for card_id, rank, tier, is_favorite, note in rows}


def ranked_cards(team_id: int) -> list[int]:
    """Return the IDs of a team's ranked cards, best first, if autopick follows the ranking."""
    rows = ScoutedPlayer.objects.filter(team_id=team_id, rank__isnull=False, team__ranking__is_followed=True)
    return list(rows.order_by("rank", "pk").values_list("card_id", flat=True))
