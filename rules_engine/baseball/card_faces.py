"""The face of a card, in plain words and in its own notation."""

from collections.abc import Sequence
from typing import NamedTuple


class GridRow(NamedTuple):
    """A line of a grid. `weight` is how often it is read beside the others, 0 where all are read alike."""

    label: str
    cells: Sequence[str]
    weight: int = 0
    shaded: bool = False


class DiceGrid(NamedTuple):
    """A part of a card that dice point into. A heading that is a number is a face of a die.

    Cells with the word `strong` in them stand out.
    """

    title: str
    heads: Sequence[str | int]
    rows: Sequence[GridRow]
    strong: str = ""


class CardFace(NamedTuple):
    """The whole card: the name, a word for the corner, lines of ratings, and what is read by dice.

    `hitter` is the second card of a two-way player whose bat is not on the pitcher's card.
    """

    name: str
    corner: str
    ratings: Sequence[str]
    grids: Sequence[DiceGrid]
    hitter: "CardFace | None" = None


class ReadCell(NamedTuple):
    """The place of a cell in a grid, by row and column, both counted from 0."""

    row: int
    column: int


class MatchupCard(NamedTuple):
    """The part of a player's card that counts in a matchup.

    `grid` is None if no dice point into this card, and `read` is None until they do.
    """

    player: str
    ratings: Sequence[str]
    grid: DiceGrid | None = None
    read: ReadCell | None = None
