"""The data for drawing a card: its ratings in the printed notation, and the lines of its sides."""

from collections.abc import Mapping
from typing import Final

from rules_engine.baseball.card_faces import CardFace, DiceGrid, GridRow
from rules_engine.systems.strat_o_matic.cards.cards import ROWS, BatterCard, Card, CardSide
from rules_engine.systems.strat_o_matic.cards.notation import write_line
from rules_engine.systems.strat_o_matic.cards.ratings import format_catcher_throw, format_fielding

_BATTER_SIDES: Final[Mapping[CardSide, str]] = {
    "left": "against left-handers",
    "right": "against right-handers",
    "basic": "basic",
}
_PITCHER_SIDES: Final[Mapping[CardSide, str]] = {
    "left": "to left-handed batters",
    "right": "to right-handed batters",
    "basic": "basic",
}
_WAYS: Final = {row: 6 - abs(row - 7) for row in ROWS}
_FREQUENT_ROWS: Final = (6, 7, 8)


def card_face(card: Card) -> CardFace:
    corner = f"bats {card.bats}" if isinstance(card, BatterCard) else f"throws {card.throws}"
    grids = [side_grid(card, side) for side in _BATTER_SIDES if side in card.columns]
    hitter = None if isinstance(card, BatterCard) or card.hitter is None else card_face(card.hitter)
    return CardFace(card.name, corner, rating_lines(card), grids, hitter)


def rating_lines(card: Card) -> tuple[str, str]:
    """Return the ratings in the printed notation, in two lines."""
    steal = f" {card.steal}" if card.steal else ""
    if not isinstance(card, BatterCard):
        first = f"{card.endurance} · hold {card.hold:+d} · bk {card.balk} · wp {card.wild_pitch}"
        asterisk = " · *" if card.asterisk else ""
        stealing = f" · stealing ({card.grade}){steal}" if steal or card.grade != "E" else ""
        batting = f"bats {card.hitting} · bunting {card.bunt} · running 1-{card.running}{stealing}"
        return first, f"{card.fielding} · {batting}{asterisk}"
    power = f"power {card.power['left']} vs L, {card.power['right']} vs R"
    baserunning = f"stealing ({card.grade}){steal} · running 1-{card.running}"
    catching = f" · {format_catcher_throw(card.catcher_throw)} pb {card.passed_ball}" if card.fielding_at("c") else ""
    fielding = format_fielding(card.fielding) or "no position"
    return (
        f"{baserunning} · bunting {card.bunt} · hit and run {card.hit_and_run}",
        f"{fielding}{catching} · {power}",
    )


def side_grid(card: Card, side: CardSide) -> DiceGrid:
    """Return a grid with a row for each sum of the colored dice and a column for each number of the white die."""
    title = (_BATTER_SIDES if isinstance(card, BatterCard) else _PITCHER_SIDES)[side]
    columns, first = card.columns[side], 1 if isinstance(card, BatterCard) else 4
    rows = [
        # The short notation fits into the cells.
        GridRow(str(row), [write_line(column[row - 2]) for column in columns], _WAYS[row], shaded=row in _FREQUENT_ROWS)
        for row in ROWS
    ]
    return DiceGrid(title, range(first, first + 3), rows, strong="HOMERUN")
