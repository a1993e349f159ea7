"""Compare rows that share a name."""

from drafts.models import PlayerCard


def could_be_same_player(card: PlayerCard, namesake: PlayerCard) -> bool:
    """Return whether birth year and hands allow two rows to belong to the same player."""
    for name in ("birth_year", "throws", "bats"):
        value, other_value = getattr(card, name), getattr(namesake, name)
        if value and other_value and value != other_value:
            return False
    return True
