"""Compare rows of the same name."""

from drafts.models import PlayerCard


def could_be_same_player(card: PlayerCard, namesake: PlayerCard) -> bool:
    """Return whether birth year and hands allow two rows to be the same player's."""
    for name in ("birth_year", "throws", "bats"):
        value, other_value = getattr(card, name), getattr(namesake, name)
        if value and other_value and value != other_value:
            return False
    return True
