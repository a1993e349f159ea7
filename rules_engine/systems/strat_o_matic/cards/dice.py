"""Read a card with the dice: the card, its side, the column, row and split, and power (1.0, 11.0, 12.0)."""

from functools import cache
from typing import Final, Literal, NamedTuple

from rules_engine.baseball.game_input import GameInput
from rules_engine.systems.strat_o_matic.cards.reading import SINGLE_2, Kind, Line, Reading

Card = Literal["batter", "pitcher"]


BATTER_DICE: Final = ("white", "colored_1", "colored_2")
TWO_DICE: Final = {total: 6 - abs(total - 7) for total in range(2, 13)}  # number of ways to roll each sum, out of 36
LINES: Final = 6 * 11  # on the batter's and the pitcher's card together


class CardLine(NamedTuple):
    """1.0: a card, its column 1..6 and its row 2..12."""

    card: Card
    column: int
    row: int

    @property
    def place(self) -> int:
        """Return the index among the LINES of both cards."""
        return (self.column - 1) * 11 + self.row - 2

    @property
    def label(self) -> str:
        return f"{self.column}-{self.row}"


@cache
def card_line(white: int, colored: int) -> CardLine:
    """1.0: return the line for a roll.

    The white die chooses the card and column, and the sum of the two colored dice chooses the row.
    """
    return CardLine("batter" if white <= 3 else "pitcher", white, colored)


def roll_card_line(game_input: GameInput) -> CardLine:
    """1.0: roll the three six-sided dice."""
    roll = game_input.roll
    return card_line(roll("white", 6), roll("colored_1", 6) + roll("colored_2", 6))


def read_split(line: Line, rolled: int) -> Reading:
    """1.0: return the part of a split whose range contains the d20."""
    return next(part.reading for part in line.parts if part.low <= rolled <= part.high)


def bats_from(bats: str, pitcher_throws: str) -> str:
    """11.1: return "L" or "R"; a switch hitter bats opposite to the pitcher's hand."""
    if bats == "S":
        return "L" if pitcher_throws == "R" else "R"
    return bats


def apply_power(reading: Reading, card: Card, power: str) -> Reading:
    """12.1: change a home run on the pitcher's card to SINGLE** for a batter with W power."""
    if card == "pitcher" and reading.kind is Kind.HOMERUN:
        if power == "W":
            return SINGLE_2
        return Reading(Kind.HOMERUN, injury=reading.injury)
    return reading
