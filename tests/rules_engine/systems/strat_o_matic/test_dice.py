"""Sections 1, 11 and 12: from the dice to the line, the side and the reading."""

import pytest

from rules_engine.baseball.table import ScriptedTable
from rules_engine.systems.strat_o_matic.ball.dice import (
    bats_from,
    card_line,
    card_sides,
    line_under_power,
    read_split,
    roll_card_line,
)
from rules_engine.systems.strat_o_matic.cards.notation import parse_line, write_line, write_reading


@pytest.mark.parametrize(("white", "card"), [(1, "batter"), (3, "batter"), (4, "pitcher"), (6, "pitcher")])
def test_1_0_the_white_die_chooses_card_and_column(white: int, card: str) -> None:
    line = card_line(white, 7)
    assert (line.card, line.label) == (card, f"{white}-7")


def test_1_0_the_colored_dice_are_added_to_the_row() -> None:
    table = ScriptedTable([("white", 4), ("colored_1", 2), ("colored_2", 6)])
    assert roll_card_line(table) == ("pitcher", 4, 8)


def test_1_0_a_split_is_read_by_the_range_that_holds_the_d20() -> None:
    line = parse_line("HOMERUN 1-10 / DOUBLE 11-20")
    assert [write_reading(read_split(line, thrown)) for thrown in (1, 10, 11, 20)] == ["HOMERUN"] * 2 + ["DOUBLE"] * 2


@pytest.mark.parametrize(
    ("bats", "throws", "stands", "sides"),
    [
        ("L", "L", "L", ("left", "left")),
        ("L", "R", "L", ("right", "left")),
        ("R", "L", "R", ("left", "right")),
        ("S", "L", "R", ("left", "right")),
        ("S", "R", "L", ("right", "left")),
    ],
)
def test_11_1_sides_follow_the_hands(bats: str, throws: str, stands: str, sides: tuple) -> None:
    assert bats_from(bats, throws) == stands
    assert card_sides(bats, throws) == sides


@pytest.mark.parametrize(
    ("card", "power", "reads"),
    [
        ("pitcher", "W", "SINGLE** 1-6 / fly(rf)B 7-20"),
        ("pitcher", "N", "HOMERUN 1-6 / fly(rf)B 7-20"),
        ("batter", "W", "N HOMERUN 1-6 / fly(rf)B 7-20"),
    ],
)
def test_12_1_weak_power_turns_only_the_pitchers_homerun_range_into_a_single(card: str, power: str, reads: str) -> None:
    line = parse_line("N HOMERUN 1-6 / fly(rf)B 7-20")
    assert write_line(line_under_power(line, card, power)) == reads
