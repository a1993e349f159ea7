"""The face of a card, in plain words and in its own notation."""

from collections.abc import Sequence
from typing import NamedTuple


class GridRow(NamedTuple):
    """A grid row. `weight` is how often it is read relative to the others, or 0 if all rows are equally likely."""

    label: str
    cells: Sequence[str]
    weight: int = 0
    shaded: bool = False


class DiceGrid(NamedTuple):
    """A part of a card that is read with dice. A numeric heading is a die face.

    Cells that contain the word `strong` are highlighted.
    """

    title: str
    heads: Sequence[str | int]
    rows: Sequence[GridRow]
    strong: str = ""


class CardFace(NamedTuple):
    """A whole card: the name, a label for the corner, rating lines and the grids read with dice.

    `hitter` is the second card of a two-way player whose batting isn't on the pitcher's card.
    """

    name: str
    corner: str
    ratings: Sequence[str]
    grids: Sequence[DiceGrid]
    hitter: "CardFace | None" = None


class ReadCell(NamedTuple):
    """A cell's place in a grid, as a row and column counted from 0."""

    row: int
    column: int


class MatchupCard(NamedTuple):
    """The part of a player's card that matters in a matchup.

    `grid` is None if no dice are read on this card. `read` is None until they are.
    """

    player: str
    ratings: Sequence[str]
    grid: DiceGrid | None = None
    read: ReadCell | None = None
