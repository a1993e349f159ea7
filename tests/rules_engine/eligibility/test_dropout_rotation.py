from collections import Counter
from dataclasses import replace
from itertools import cycle, islice

import pytest

from rules_engine.eligibility.dropout_rotation import (
    clash_with_next_slot,
    final_rotation_legal,
    may_start_after,
    next_round_starter,
)
from rules_engine.profile import load_profile
from tests.rules_engine.eligibility.sheets import sheet

PURESTRAT = load_profile("purestrat@1")
TWO_GAME_SERIES = [("A", "B"), ("C", "D")] * 4
THREE_GAME_SERIES = [("A", "B", "C"), ("D", "A", "B"), ("C", "D", "A")]


def strict_rotation(men, length, series):
    starters = list(islice(cycle("ABCDE"[:men]), length * series))
    return [tuple(starters[first : first + length]) for first in range(0, len(starters), length)]


@pytest.mark.parametrize("men", [4, 5])
@pytest.mark.parametrize("length", [2, 3, 4])
def test_t0_08_item_3_gives_every_pitcher_the_starts_a_bye_would_have_given(men, length):
    ordinary_turn_would_differ = 0
    for played in range(7, 14):
        *earlier, next_turn = strict_rotation(men, length, played)
        as_with_a_bye = Counter(starter for series in earlier for starter in series)
        for slot in range(1, played - 1):
            assert final_rotation_legal(earlier, slot, earlier[slot - 1], PURESTRAT)
            counted = [*earlier[: slot - 1], *earlier[slot:]]
            starts = Counter(starter for series in [*counted, earlier[slot - 1]] for starter in series)
            assert starts == as_with_a_bye
            ordinary = Counter(starter for series in [*counted, next_turn] for starter in series)
            ordinary_turn_would_differ += ordinary != as_with_a_bye
    assert ordinary_turn_would_differ > 0 or men == length == 4  # there every series is one whole turn


@pytest.mark.parametrize(
    ("slot", "proposed", "legal"),
    [(2, "CD", True), (2, "DC", True), (2, "AB", False), (3, "CD", False), (3, "AB", True), (6, "AC", False)],
)
def test_t0_08_final_series_of_two_games(slot, proposed, legal):
    assert bool(final_rotation_legal(TWO_GAME_SERIES, slot, tuple(proposed), PURESTRAT)) is legal


def test_t0_08_reason_says_how_long_he_would_have_rested():
    ruling = final_rotation_legal(TWO_GAME_SERIES, 3, ("C", "D"), PURESTRAT)
    assert ruling.reason == "C would have rested 1 game in the slot of series 3, needs 3"


def test_t0_08_relief_counts_by_the_games_really_played():
    swing_man = {"E": sheet("- - - - - - - - 2.0")}
    tired = {"E": sheet("- - - - - - - - 4.0")}
    assert final_rotation_legal(THREE_GAME_SERIES, 2, ("D", "A", "E"), PURESTRAT, swing_man)
    assert not final_rotation_legal(THREE_GAME_SERIES, 2, ("D", "A", "E"), PURESTRAT, tired)
    assert not final_rotation_legal(THREE_GAME_SERIES, 2, ("D", "E", "B"), PURESTRAT, swing_man)


def test_t0_08_a_clash_with_the_series_after_the_slot_is_only_a_warning():
    series = [("A", "B"), ("C", "D"), ("E", "A")]
    assert final_rotation_legal(series, 2, ("C", "E"), PURESTRAT)
    assert not clash_with_next_slot(series, 2, ("C", "E"), PURESTRAT)
    assert clash_with_next_slot(series, 2, ("C", "D"), PURESTRAT)


def test_t0_08_next_round_is_set_from_the_second_to_last_series():
    nine = [*TWO_GAME_SERIES, ("A", "B")]
    assert next_round_starter(nine, (), "A", PURESTRAT, final_under_item_3=True)
    assert not next_round_starter(nine, (), "A", PURESTRAT, final_under_item_3=False)
    assert not next_round_starter(nine, ("A",), "A", PURESTRAT, final_under_item_3=True)


def test_next_round_starts_fresh_where_the_format_carries_no_starts_over():
    fresh = replace(PURESTRAT, pitching=replace(PURESTRAT.pitching, starts_carry_over=False))
    assert next_round_starter(TWO_GAME_SERIES, (), "C", fresh, final_under_item_3=False)
    assert not next_round_starter(TWO_GAME_SERIES, ("C",), "C", fresh, final_under_item_3=False)


def test_a_bye_rests_nobody():
    assert not may_start_after("A", ("A", "B"), PURESTRAT)
    assert may_start_after("A", ("A", "B", "C", "D"), PURESTRAT)
