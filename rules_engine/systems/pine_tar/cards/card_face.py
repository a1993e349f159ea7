"""A card as it is to be drawn: its ratings, and a line for each outcome with its numbers."""

from rules_engine.baseball.card_faces import CardFace, DiceGrid, GridRow
from rules_engine.systems.pine_tar.cards.card_lines import rating_lines
from rules_engine.systems.pine_tar.cards.cards import Card, Hand
from rules_engine.systems.pine_tar.cards.columns import written_column
from rules_engine.systems.pine_tar.cards.outcomes import PRINTED_ORDER

_HEADS: dict[Hand, str] = {"L": "against left-handers", "R": "against right-handers"}
_SHADED = 3  # every third line, so that an eye keeps to it


def card_face(card: Card) -> CardFace:
    hands: tuple[Hand, ...] = ("L", "R") if card.split else ("R",)
    columns = [written_column(card.columns[hand]) for hand in hands]
    lines = [str(line) for line in PRINTED_ORDER if any(str(line) in column for column in columns)]
    rows = [
        GridRow(line, [column.get(line, "") for column in columns], shaded=place % _SHADED == _SHADED - 1)
        for place, line in enumerate(lines)
    ]
    heads = [_HEADS[hand] for hand in hands] if card.split else ["against everybody"]
    corner = f"throws {card.throws}" if card.pitching else f"bats {card.bats}"
    return CardFace(card.name, corner, rating_lines(card), [DiceGrid("", heads, rows)])
