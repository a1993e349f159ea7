"""A card for display, with its ratings and a row of numbers for each outcome."""

from collections.abc import Sequence

from rules_engine.baseball.card_faces import CardFace, DiceGrid, GridRow
from rules_engine.systems.pine_tar.cards.card_lines import rating_lines
from rules_engine.systems.pine_tar.cards.cards import Card, Hand
from rules_engine.systems.pine_tar.cards.columns import format_column
from rules_engine.systems.pine_tar.cards.outcomes import PRINTED_ORDER

_HEADINGS: dict[Hand, str] = {"L": "against left-handers", "R": "against right-handers"}
_SHADING_INTERVAL = 3  # shade every third row for readability


def card_face(card: Card) -> CardFace:
    hands: tuple[Hand, ...] = ("L", "R") if card.split else ("R",)
    corner = f"throws {card.throws}" if card.pitching else f"bats {card.bats}"
    return CardFace(card.name, corner, rating_lines(card), [outcome_grid(card, hands)])


def outcome_grid(card: Card, hands: Sequence[Hand]) -> DiceGrid:
    """Return a grid with a row per outcome and a column per pitching hand."""
    columns = [format_column(card.columns[hand]) for hand in hands]
    outcomes = [str(line) for line in PRINTED_ORDER if any(str(line) in column for column in columns)]
    rows = [
        GridRow(
            line,
            [column.get(line, "") for column in columns],
            shaded=index % _SHADING_INTERVAL == _SHADING_INTERVAL - 1,
        )
        for index, line in enumerate(outcomes)
    ]
    headings = [_HEADINGS[hand] for hand in hands] if card.split else ["all pitchers"]
    return DiceGrid("", headings, rows)
