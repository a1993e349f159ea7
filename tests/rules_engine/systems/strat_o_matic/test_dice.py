"""Sections 1, 11 and 12: find the line, the side and the reading from the dice."""

import pytest

from rules_engine.baseball.game_input import ScriptedInput
from rules_engine.systems.strat_o_matic.cards.dice import (
    apply_power,
    bats_from,
    card_line,
    read_split,
    roll_card_line,
)
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, write_reading


@pytest.mark.parametrize(("white", "card"), [(1, "batter"), (3, "batter"), (4, "pitcher"), (6, "pitcher")])
def test_1_0_white_die_selects_card_and_column(white: int, card: str) -> None:
    line = card_line(white, 7)
    assert (line.card, line.label) == (card, f"{white}-7")


def test_1_0_colored_dice_total_selects_the_row() -> None:
    game_input = ScriptedInput([("white", 4), ("colored_1", 2), ("colored_2", 6)])
    assert roll_card_line(game_input) == ("pitcher", 4, 8)


def test_1_0_d20_selects_the_split_range() -> None:
    line = parse_line("HOMERUN 1-10 / DOUBLE 11-20")
    assert [write_reading(read_split(line, roll)) for roll in (1, 10, 11, 20)] == ["HOMERUN"] * 2 + ["DOUBLE"] * 2


@pytest.mark.parametrize(
    ("bats", "throws", "side"),
    [
        ("L", "L", "L"),
        ("L", "R", "L"),
        ("R", "L", "R"),
        ("S", "L", "R"),
        ("S", "R", "L"),
    ],
)
def test_11_1_switch_hitter_bats_opposite_the_pitchers_hand(bats: str, throws: str, side: str) -> None:
    assert bats_from(bats, throws) == side


@pytest.mark.parametrize(
    ("card", "power", "reads"),
    [
        ("pitcher", "W", "SINGLE** / fly(rf)B"),
        ("pitcher", "N", "HOMERUN / fly(rf)B"),
        ("batter", "W", "N HOMERUN / fly(rf)B"),
    ],
)
def test_12_1_weak_power_turns_only_the_pitchers_card_home_run_into_a_single(card: str, power: str, reads: str) -> None:
    line = parse_line("N HOMERUN 1-6 / fly(rf)B 7-20")
    assert " / ".join(write_reading(apply_power(part.reading, card, power)) for part in line.parts) == reads
