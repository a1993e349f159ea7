"""A card for display, with its ratings and its cells by red and white die."""

from collections.abc import Sequence

from rules_engine.baseball.card_faces import CardFace, DiceGrid, GridRow
from rules_engine.systems.inside_pitch.card_lines import batter_cells, batter_ratings, pitcher_cells, pitcher_ratings
from rules_engine.systems.inside_pitch.cards import BatterCard, Card, PitcherCard

FACES = range(1, 7)


def card_face(card: Card) -> CardFace:
    if isinstance(card, BatterCard):
        return CardFace(card.name, f"bats {card.bats}", [*batter_ratings(card)], [_grid("", batter_cells(card))])
    ratings = [*pitcher_ratings(card), f"At bat ({card.bats})", *batter_ratings(card.batting)]
    grids = [_grid("on the mound", pitcher_cells(card)), _grid("at bat", batter_cells(card.batting))]
    return CardFace(card.name, f"throws {card.throws}", ratings, grids)


def pitching_grid(card: PitcherCard) -> DiceGrid:
    return _grid("on the mound", pitcher_cells(card))


def batting_grid(card: BatterCard) -> DiceGrid:
    return _grid("at bat", batter_cells(card))


def _grid(title: str, cells: Sequence[str]) -> DiceGrid:
    rows = [GridRow(str(white), [cells[6 * (red - 1) + white - 1] for red in FACES]) for white in FACES]
    return DiceGrid(title, [*FACES], rows, strong="HR")
