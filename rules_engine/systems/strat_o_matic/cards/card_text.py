"""A whole card as text: its ratings, then the columns of each side next to each other."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from rules_engine.systems.strat_o_matic.cards.cards import ROWS, BatterCard, Card, CardSide, PitcherCard
from rules_engine.systems.strat_o_matic.cards.notation import Style, write_line
from rules_engine.systems.strat_o_matic.cards.ratings import format_catcher_throw, format_fielding

WIDTH: Final = 32  # of a column, in characters
GAP: Final = 2  # at least, between columns
_BATTER_TITLES: Final = {"basic": "Basic", "left": "Against left-handers", "right": "Against right-handers"}
_PITCHER_TITLES: Final = {"basic": "Basic", "left": "To left-handers", "right": "To right-handers"}


def card_lines(card: Card) -> list[str]:
    """Return a card's lines of text; for a two-way player, the pitcher's card and then the hitter's."""
    head = _batters_head(card) if isinstance(card, BatterCard) else _pitchers_head(card)
    lines = [*head, *(line for side in card.columns for line in _side(card, side))]
    hitter = None if isinstance(card, BatterCard) else card.hitter
    return [*lines, "", *card_lines(hitter)] if hitter else lines


def _batters_head(card: BatterCard) -> Iterator[str]:
    yield f"{card.name}, bats {card.bats}"
    power = f"power {card.power['left']} against left-handers, {card.power['right']} against right-handers"
    yield f"  {power}; running 1-{card.running}; stealing {card.grade}, {card.steal or 'no rating'}"
    yield f"  bunt {card.bunt}; hit and run {card.hit_and_run}; injuries: {_injuries(card)}"
    catcher = card.fielding_at("c") is not None
    throws = f", {format_catcher_throw(card.catcher_throw)}, pb 1-{card.passed_ball}" if catcher else ""
    yield f"  defense {format_fielding(card.fielding) or 'none'}{throws}"


def _injuries(card: BatterCard) -> str:
    """Return the labels of the lines that injure the batter, on any side."""
    injury_lines = [
        f"{column}-{row}"
        for column in (1, 2, 3)
        for row in ROWS
        for side in card.columns
        if any(part.reading.injury for part in card.line(side, column, row).parts)
    ]
    return ", ".join(dict.fromkeys(injury_lines)) or "none"


def _pitchers_head(card: PitcherCard) -> Iterator[str]:
    starts = "*" if card.asterisk else ""
    yield f"{card.name}, throws {card.throws}, {card.endurance}{starts}"
    steals = f"stealing {card.grade}, {card.steal or 'no rating'}"
    yield f"  hold {card.hold:+d}; balk {_range(card.balk)}; wild pitch {_range(card.wild_pitch)}; {card.fielding}"
    if card.hitter is None:
        yield f"  bats on card {card.hitting}; bunt {card.bunt}; running 1-{card.running}; {steals}"


def _range(top: int) -> str:
    return f"1-{top}" if top else "none"


def _side(card: Card, side: CardSide) -> Iterator[str]:
    first, titles = (1, _BATTER_TITLES) if isinstance(card, BatterCard) else (4, _PITCHER_TITLES)
    style: Style = "basic" if side == "basic" else "advanced"
    yield f"  {titles[side]}"
    columns = [
        [f"{first + place}-{row} {write_line(line, style)}" for row, line in zip(ROWS, column, strict=True)]
        for place, column in enumerate(card.columns[side])
    ]
    for cells in zip_longest(*columns, fillvalue=""):
        yield "    " + "".join(f"{cell:<{WIDTH - GAP}}{'':<{GAP}}" for cell in cells).rstrip()
