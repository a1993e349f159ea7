"""Dice typed in the ways players write them, in every ruleset."""

from typing import Final

import pytest

from rules_engine.baseball.events import PlayMade
from rules_engine.baseball.game import Game
from rules_engine.terminal.keyboard import UserQuit
from rules_engine.terminal.session import play_at_terminal
from tests.rules_engine.systems.long_run import ALL, new_long_game

DICE: Final = {
    "strat_o_matic": (("white", "colored_1", "colored_2"), (4, 2, 6)),
    "pine_tar": (("red", "white"), (0, 7)),
    "inside_pitch": (("red", "white"), (3, 5)),
}
RANDOMIZER: Final = (("green", "red", "blue", "white"), (4, 2, 0, 7))
WRITTEN: Final = (" ", "-", ",", ", ", "")


def type_lines(game: Game, *lines: str) -> str:
    waiting, written = iter(lines), list[str]()

    def read(prompt: str) -> str:
        if (line := next(waiting, None)) is None:
            raise UserQuit
        return line

    play_at_terminal(game, ("Chicago", "Cleveland"), {}, read, written.append)
    return "\n".join(written)


def first_rolls(game: Game) -> dict[str, int]:
    """Return the dice of the play in progress, or of the first play."""
    event = game.log.events[0] if game.log.events else None
    record = event.record if isinstance(event, PlayMade) else [(name, value) for name, value, _ in game.under_way]
    return {name: value for name, value in record if isinstance(value, int)}


@pytest.mark.parametrize("separator", WRITTEN)
@pytest.mark.parametrize(("system", "edition"), ALL)
def test_dice_are_parsed_in_any_notation(system: str, edition: str, separator: str) -> None:
    names, faces = RANDOMIZER if "alternate_randomizer" in edition else DICE[system]
    game = new_long_game(system, edition, 4)
    text = type_lines(game, separator.join(map(str, faces)))
    assert tuple(first_rolls(game).items())[: len(faces)] == tuple(zip(names, faces, strict=True)), text


@pytest.mark.parametrize("edition", [edition for system, edition in ALL if system == "inside_pitch"])
def test_every_inside_pitch_dice_pair_is_parsed_without_a_space(edition: str) -> None:
    for red in range(1, 7):
        for white in range(1, 7):
            game = new_long_game("inside_pitch", edition, 4)
            text = type_lines(game, f"{red}{white}")
            assert tuple(first_rolls(game).items())[:2] == (("red", red), ("white", white)), text


def test_d20_can_follow_dice_typed_together() -> None:
    game = new_long_game("inside_pitch", "off", 4)
    for red in range(1, 7):
        for white in range(1, 7):
            game = new_long_game("inside_pitch", "off", 4)
            type_lines(game, f"{red}{white} 20")
            rolls = tuple(first_rolls(game).items())
            if len(rolls) > 2:
                assert rolls[:3] == (("red", red), ("white", white), (rolls[2][0], 20))
                return
    raise AssertionError("no cell of this matchup has a d20")


def test_two_digits_do_not_start_a_three_dice_roll() -> None:
    game = new_long_game("strat_o_matic", "star", 4)
    assert "14 is not on the white d6" in type_lines(game, "14")
    assert first_rolls(game) == {}
