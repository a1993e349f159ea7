"""Whether two rows of one name can be the same player's."""

from drafts.models import PlayerCard


def could_be_same_player(card: PlayerCard, other: PlayerCard) -> bool:
    """Return whether neither the year of birth nor a hand tells the two apart."""
    facts = ((each.birth_year, each.throws, each.bats) for each in (card, other))
    return all(not (one and another) or one == another for one, another in zip(*facts, strict=True))
