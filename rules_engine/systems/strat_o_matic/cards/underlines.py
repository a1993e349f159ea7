"""Underlined groundballs: gb()A on newer pitchers' cards and gb()C on newer batters', which older sets do not have."""

from collections.abc import Mapping
from dataclasses import replace

from rules_engine.systems.strat_o_matic.cards.cards import Card, CardSide, Columns, PitcherCard
from rules_engine.systems.strat_o_matic.cards.reading import Kind, Line, Mark, Part, Reading
from rules_engine.systems.strat_o_matic.rulesets.ruleset import CardRules, Edition

_OTHER = {"A": "C", "C": "A"}


def reversing(edition: Edition) -> Edition:
    """15.2: the edition as managers may agree on it for a game between sets of different times.

    Raises ValueError where no card has underlines.
    """
    if not edition.cards.underlines:
        raise ValueError(f"{edition.title}: there are no underlines on these cards (15.2)")
    return edition.with_options("cards", underlines="reversed")


def with_underlines(rules: CardRules, cards: Mapping[str, Card]) -> Mapping[str, Card]:
    """15.2: the cards as they are read: underlines are ignored, or reversed where sets of different times meet."""
    return {man: reversed_card(card) for man, card in cards.items()} if rules.underlines == "reversed" else cards


def reversed_card(card: Card) -> Card:
    """15.2: the card as older sets had it: on its Advanced sides an underlined gb()A is a gb()C, and a C an A."""
    columns = _reversed_columns(card)
    if isinstance(card, PitcherCard) and card.hitter:
        hitter = replace(card.hitter, columns=_reversed_columns(card.hitter))
        return replace(card, columns=columns, hitter=hitter)
    return card if columns == card.columns else replace(card, columns=columns)


def _reversed_columns(card: Card) -> dict[CardSide, Columns]:
    return {
        side: found if side == "basic" else tuple(tuple(_reversed(line) for line in column) for column in found)
        for side, found in card.columns.items()
    }


def _reversed(line: Line) -> Line:
    if not line.marks & Mark.UNDERLINE:
        return line
    parts = tuple(Part(part.low, part.high, _other_letter(part.reading)) for part in line.parts)
    return replace(line, parts=parts)


def _other_letter(reading: Reading) -> Reading:
    if reading.kind is not Kind.GROUNDBALL:
        return reading
    return replace(reading, letter=_OTHER.get(reading.letter, reading.letter))
