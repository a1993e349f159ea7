"""Dice described in words, for the play table and the terminal."""

import pytest

from rules_engine import systems
from rules_engine.baseball.play_reading import dice_text


@pytest.mark.parametrize(
    ("system", "dice", "text"),
    [
        (
            "strat_o_matic",
            [("pitch", 13), ("white", 3), ("colored_1", 1), ("colored_2", 4)],
            "pitch 13, white 3, colored 1+4",
        ),
        ("strat_o_matic", [("error_1", 2), ("error_2", 5), ("error_3", 4)], "error 2+5+4"),
        ("strat_o_matic", [("lead_1", 2), ("lead_2", 5), ("steal", 11)], "lead 2+5, steal 11"),
        ("inside_pitch", [("throw_1", 3), ("throw_2", 6)], "throw 3+6"),
        ("inside_pitch", [("steal_1", 3), ("steal_2", 6)], "steal 1 3, steal 2 6"),
        ("pine_tar", [("red", 1), ("white", 4)], "red 1, white 4"),
        ("pine_tar", [], ""),
    ],
)
def test_dice_text_adds_matching_dice(system: str, dice: list[tuple[str, int]], text: str) -> None:
    assert dice_text(dice, systems.load(system).rolled_together) == text
