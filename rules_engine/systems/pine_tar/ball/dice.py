"""Dice rolls: red and white for 0 to 99, blue for error checks, green for an option."""

from typing import Final, NamedTuple

from rules_engine.baseball.game_input import GameInput
from rules_engine.systems.pine_tar.editions.edition import Options

FACES: Final = 10
GREEN_FACES: Final = 6


class DiceNames(NamedTuple):
    """Names of a roll's dice, as recorded in the event log."""

    red: str
    white: str
    blue: str
    green: str


def _dice_names(purpose: str) -> DiceNames:
    return DiceNames(f"{purpose}red", f"{purpose}white", f"{purpose}blue", f"{purpose}green")


BATTER: Final = _dice_names("")
BALK: Final = _dice_names("balk_")
TAG: Final = _dice_names("tag_")
BUNT: Final = _dice_names("bunt_")
STEAL: Final = _dice_names("steal_")
ERROR: Final = _dice_names("error_")
DEFENSE: Final = _dice_names("defence_")
GROUNDER: Final = _dice_names("grounder_")
PLATE: Final = _dice_names("plate_")
INJURY: Final = _dice_names("hurt_")


def roll_two_dice(game_input: GameInput, options: Options, names: DiceNames) -> int:
    """PTD1, PTD6: Roll 0 to 99, with red for the tens and white for the ones."""
    tens, ones = roll_tens_and_ones(game_input, options, names)
    return 10 * tens + ones


def roll_tens_and_ones(game_input: GameInput, options: Options, names: DiceNames) -> tuple[int, int]:
    """PTD1, PTAR1: Roll red and white. With the option, an even green die makes blue the tens."""
    if not options.alternate_randomizer:
        return game_input.roll(names.red, FACES, 0), game_input.roll(names.white, FACES, 0)
    green = game_input.roll(names.green, GREEN_FACES)
    red, blue, white = (game_input.roll(name, FACES, 0) for name in (names.red, names.blue, names.white))
    return blue if green % 2 == 0 else red, white


def roll_three_dice(game_input: GameInput, names: DiceNames) -> tuple[int, int]:
    """PTD3: Roll red and white as one number and blue separately, regardless of options."""
    number = 10 * game_input.roll(names.red, FACES, 0) + game_input.roll(names.white, FACES, 0)
    return number, game_input.roll(names.blue, FACES, 0)


def roll_single_die(game_input: GameInput, name: str) -> int:
    """PTD4: Roll any ten-sided die, 0 to 9."""
    return game_input.roll(name, FACES, 0)


def is_doubled(roll: int) -> bool:
    """PTD2: Return whether red and white show the same number."""
    return roll // 10 == roll % 10


def is_modifier_roll(roll: int) -> bool:
    """PTD5: Return whether the pitcher's grade applies: on 0, 5, 10 and so on up to 50."""
    return roll <= 50 and roll % 5 == 0
