"""A card's chances against left-handers and right-handers."""

from typing import Final, NamedTuple

from drafts.queries.pool_cards import PoolCard

_AMOUNTS: Final = (
    ("hits", "Hits"),
    ("ob", "On base"),
    ("tb", "Total bases"),
    ("hr", "Home runs"),
    ("park", "Ballpark effect"),
)


class Split(NamedTuple):
    """A rating against each side. `is_made` marks ratings from the generated card that the sheet lacks."""

    title: str
    left: str
    right: str
    is_made: bool


def find_splits(card: PoolCard) -> list[Split]:
    """Return a card's ratings against left and right, printed ratings first."""
    splits = []
    for name, title in _AMOUNTS:
        for ratings, is_made in ((card.ratings, False), (card.made_ratings, True)):
            left, right = (str(ratings.get(f"{name}_{side}", "")) for side in ("left", "right"))
            if left or right:
                splits.append(Split(title, left, right, is_made))
                break
    return splits
