"""The chances of a card against left-handers and right-handers."""

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
    """A rating against each side. `is_made` if it comes from the made card, because the sheet doesn't hold it."""

    title: str
    left: str
    right: str
    is_made: bool


def find_splits(card: PoolCard) -> list[Split]:
    """Return the ratings that a card has against left and right, printed ones first of all."""
    splits = []
    for name, title in _AMOUNTS:
        for ratings, is_made in ((card.ratings, False), (card.made_ratings, True)):
            left, right = (str(ratings.get(f"{name}_{side}", "")) for side in ("left", "right"))
            if left or right:
                splits.append(Split(title, left, right, is_made))
                break
    return splits
