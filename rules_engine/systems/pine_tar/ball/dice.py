"""The dice of the box: red and white for 0 to 99, with blue for the error check, and the six-sided die of an option."""

from typing import Final, NamedTuple

from rules_engine.baseball.table import Table
from rules_engine.systems.pine_tar.editions.edition import Options

FACES: Final = 10
GREEN_FACES: Final = 6


class TwoDice(NamedTuple):
    """The names of one throw's dice, as they stand in the log."""

    red: str
    white: str
    blue: str
    green: str


def _named(purpose: str) -> TwoDice:
    return TwoDice(f"{purpose}red", f"{purpose}white", f"{purpose}blue", f"{purpose}green")


BATTER: Final = _named("")
BALK: Final = _named("balk_")
TAG: Final = _named("tag_")
BUNT: Final = _named("bunt_")
STEAL: Final = _named("steal_")
ERROR: Final = _named("error_")
DEFENCE: Final = _named("defence_")
GROUNDER: Final = _named("grounder_")
PLATE: Final = _named("plate_")
HURT: Final = _named("hurt_")


def two_dice(table: Table, options: Options, names: TwoDice) -> int:
    """PTD1, PTD6: a roll from 0 to 99, red for the tens and white for the ones."""
    tens, ones = tens_and_ones(table, options, names)
    return 10 * tens + ones


def tens_and_ones(table: Table, options: Options, names: TwoDice) -> tuple[int, int]:
    """PTD1, PTAR1: red and white. With the option a six-sided die is thrown too: even, the blue die counts the tens."""
    if not options.alternate_randomizer:
        return table.roll(names.red, FACES, 0), table.roll(names.white, FACES, 0)
    green = table.roll(names.green, GREEN_FACES)
    red, blue, white = (table.roll(name, FACES, 0) for name in (names.red, names.blue, names.white))
    return blue if green % 2 == 0 else red, white


def three_dice(table: Table, names: TwoDice) -> tuple[int, int]:
    """PTD3: red and white read together, and blue alone; the option does not touch them."""
    number = 10 * table.roll(names.red, FACES, 0) + table.roll(names.white, FACES, 0)
    return number, table.roll(names.blue, FACES, 0)


def single_die(table: Table, name: str) -> int:
    """PTD4: any ten-sided die, 0 to 9."""
    return table.roll(name, FACES, 0)


def is_doubled(roll: int) -> bool:
    """PTD2: red and white show the same."""
    return roll // 10 == roll % 10


def is_modifier_roll(roll: int) -> bool:
    """PTD5: 0, 5, 10 and so on to 50: the pitcher's grade counts."""
    return roll <= 50 and roll % 5 == 0
