"""Underlined groundballs: gb()A on newer pitchers' cards and gb()C on newer batters' cards.

Older card sets have none.
"""

from collections.abc import Mapping
from dataclasses import replace

from rules_engine.systems.strat_o_matic.cards.cards import Card, CardSide, Columns, PitcherCard
from rules_engine.systems.strat_o_matic.cards.reading import Kind, Line, Mark, Part, Reading
from rules_engine.systems.strat_o_matic.rulesets.ruleset import CardRules

_OTHER = {"A": "C", "C": "A"}


def apply_underlines(rules: CardRules, cards: Mapping[str, Card]) -> Mapping[str, Card]:
    """15.2: return the cards with underlines ignored, or applied if card sets of different eras meet."""
    if rules.underlines != "reversed":
        return cards
    return {player: reverse_underlines(card) for player, card in cards.items()}


def reverse_underlines(card: Card) -> Card:
    """15.2: return the card as in older sets.

    On Advanced sides, an underlined gb()A becomes gb()C, and an underlined gb()C becomes gb()A.
    """
    columns = _reversed_columns(card)
    if isinstance(card, PitcherCard) and card.hitter:
        hitter = replace(card.hitter, columns=_reversed_columns(card.hitter))
        return replace(card, columns=columns, hitter=hitter)
    return card if columns == card.columns else replace(card, columns=columns)


def _reversed_columns(card: Card) -> dict[CardSide, Columns]:
    sides = dict(card.columns)
    for side, columns in card.columns.items():
        if side != "basic":
            sides[side] = tuple(tuple(_reversed(line) for line in column) for column in columns)
    return sides


def _reversed(line: Line) -> Line:
    if not line.marks & Mark.UNDERLINE:
        return line
    parts = tuple(Part(part.low, part.high, _other_letter(part.reading)) for part in line.parts)
    return replace(line, parts=parts)


def _other_letter(reading: Reading) -> Reading:
    if reading.kind is not Kind.GROUNDBALL:
        return reading
    return replace(reading, letter=_OTHER.get(reading.letter, reading.letter))
